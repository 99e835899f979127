import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useLocalPath } from '../lib/language-path';
import { useSession } from '../lib/session';

/**
 * Navigates to the home page and signs out there, because a sign-out on a private screen would redirect to the sign-in.
 * While an upload or unsaved input blocks the navigation, the user stays signed in.
 */
export function useSignOut(): () => void {
  const { signOut } = useSession();
  const localPath = useLocalPath();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { leaving?: string } | null };
  // Marks the navigation of this sign-out. The router state alone is not enough: it survives a reload and the back button.
  const signOutId = useRef<string>(undefined);
  useEffect(() => {
    if (!signOutId.current || state?.leaving !== signOutId.current) return;
    signOutId.current = undefined;
    void signOut();
  }, [state, signOut]);
  return () => {
    signOutId.current = String(Math.random());
    void navigate(localPath('/'), { state: { leaving: signOutId.current } });
  };
}
