import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useLocalPath } from '../lib/language-path';
import { useSession } from '../lib/session';

/**
 * Signs out on the home page, so that no screen asks for a sign-in on the way. A user whose navigation is blocked by an
 * upload in progress or by unsaved input stays signed in until the navigation happens.
 */
export function useSignOut(): () => void {
  const { signOut } = useSession();
  const local = useLocalPath();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { leaving?: string } | null };
  // The router state of a URL survives a reload and returns with "back"; this variable does not.
  const asked = useRef<string>(undefined);
  useEffect(() => {
    if (!asked.current || state?.leaving !== asked.current) return;
    asked.current = undefined;
    void signOut();
  }, [state, signOut]);
  return () => {
    asked.current = String(Math.random());
    void navigate(local('/'), { state: { leaving: asked.current } });
  };
}
