import { useEffect } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { readRefreshToken } from '../api/tokens';
import { VerificationRequired } from '../features/account/verification-required';
import { useLocalPath } from '../lib/language-path';
import { useSession } from '../lib/session';
import { OpeningPage } from './opening-page';
import { SessionFailed } from './session-failed';

/**
 * Renders the nested screens for signed-in users. Redirects visitors to the sign-in page, which leads back to the
 * requested page.
 * @param at the path of the sign-in page
 */
export function SignedInOnly({ at }: { at: '/login' | '/auth' }) {
  const { isAuthenticated, isLoading, error } = useSession();
  const { pathname, search, hash } = useLocation();
  const localPath = useLocalPath();
  if (isAuthenticated) return <Outlet />;
  if (isLoading) return <OpeningPage />;
  // The server did not respond, but the session still exists. A new sign-in would not help.
  if (error && readRefreshToken()) return <SessionFailed error={error} />;
  return <Navigate to={`${localPath(at)}?from=${encodeURIComponent(pathname + search + hash)}`} replace />;
}

/** Renders the nested screens for users with a verified address. Must be inside SignedInOnly. */
export function VerifiedOnly() {
  const { isEmailVerified } = useSession();
  return isEmailVerified ? <Outlet /> : <VerificationRequired />;
}

/**
 * Renders the nested screens for users with one of the roles. Redirects other users to the home page. If the API requires
 * a second factor and the user has none, opens the setup of the second factor. Must be inside SignedInOnly.
 */
export function RoleOnly({ roles }: { roles: readonly ('admin' | 'moderator')[] }) {
  const { user } = useSession();
  const localPath = useLocalPath();
  const navigate = useNavigate();
  useEffect(() => {
    const openSetup = () => void navigate(localPath('/profile?tab=security'), { replace: true });
    window.addEventListener('second-factor-missing', openSetup);
    return () => window.removeEventListener('second-factor-missing', openSetup);
  }, [navigate, localPath]);
  const allowed = roles.some((role) => role === user?.role);
  return allowed ? <Outlet /> : <Navigate to={localPath('/')} replace />;
}
