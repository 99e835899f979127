import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useLocalPath } from '../lib/language-path';
import { useSession } from '../lib/session';
import { VerificationRequired } from '../features/account/verification-required';
import { OpeningPage } from './opening-page';

/** Lets signed-in visitors through; others sign in first and come back to where they wanted to go. */
export function SignedInOnly({ at }: { at: '/login' | '/auth' }) {
  const { isAuthenticated, isLoading } = useSession();
  const { pathname, search } = useLocation();
  const local = useLocalPath();
  if (isLoading) return <OpeningPage />;
  if (isAuthenticated) return <Outlet />;
  return <Navigate to={`${local(at)}?from=${encodeURIComponent(pathname + search)}`} replace />;
}

/** Inside SignedInOnly: asks for a confirmed address first. */
export function VerifiedOnly() {
  const { isEmailVerified } = useSession();
  return isEmailVerified ? <Outlet /> : <VerificationRequired />;
}

/** Inside SignedInOnly: leads everybody else home. */
export function RoleOnly({ roles }: { roles: readonly ('admin' | 'moderator')[] }) {
  const { user } = useSession();
  const local = useLocalPath();
  const allowed = roles.some((role) => role === user?.role);
  return allowed ? <Outlet /> : <Navigate to={local('/')} replace />;
}
