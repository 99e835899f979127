import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useLocalPath } from '../lib/language-path';
import { useSession } from '../lib/session';

/**
 * Signs out on the home page, so that no screen asks for a sign-in on the way. Whoever is held back, by a file that is
 * being uploaded or by unsaved words, stays signed in until they really leave.
 */
export function useLeave(): () => void {
  const { signOut } = useSession();
  const local = useLocalPath();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { leaving?: string } | null };
  // The state of an address outlives a reload and comes back with "back"; this does not.
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
