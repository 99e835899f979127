import { useEffect } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { readRefreshToken } from '../api/tokens';
import { VerificationRequired } from '../features/account/verification-required';
import { useLocalPath } from '../lib/language-path';
import { useSession } from '../lib/session';
import { OpeningPage } from './opening-page';
import { SessionFailed } from './session-failed';

/** Opens for signed-in users; visitors sign in first and return to the requested page. */
export function SignedInOnly({ at }: { at: '/login' | '/auth' }) {
  const { isAuthenticated, isLoading, error } = useSession();
  const { pathname, search, hash } = useLocation();
  const local = useLocalPath();
  if (isAuthenticated) return <Outlet />;
  if (isLoading) return <OpeningPage />;
  // The session still exists but the server did not respond: a new sign-in would not help.
  if (error && readRefreshToken()) return <SessionFailed error={error} />;
  return <Navigate to={`${local(at)}?from=${encodeURIComponent(pathname + search + hash)}`} replace />;
}

/** Inside SignedInOnly: requires a confirmed address. */
export function VerifiedOnly() {
  const { isEmailVerified } = useSession();
  return isEmailVerified ? <Outlet /> : <VerificationRequired />;
}

/** Inside SignedInOnly: redirects other roles home, and a role without its second factor to the setup of it. */
export function RoleOnly({ roles }: { roles: readonly ('admin' | 'moderator')[] }) {
  const { user } = useSession();
  const local = useLocalPath();
  const navigate = useNavigate();
  useEffect(() => {
    const setUp = () => void navigate(local('/profile?tab=security'), { replace: true });
    window.addEventListener('second-factor-missing', setUp);
    return () => window.removeEventListener('second-factor-missing', setUp);
  }, [navigate, local]);
  const allowed = roles.some((role) => role === user?.role);
  return allowed ? <Outlet /> : <Navigate to={local('/')} replace />;
}
