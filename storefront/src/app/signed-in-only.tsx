import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useLocalPath } from '../lib/language-path';
import { useSession } from '../lib/session';
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
