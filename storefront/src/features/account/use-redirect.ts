import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

const delayMs = 3000;

/** Navigates to the path after three seconds, unless the visitor leaves the screen first. */
export function useRedirect(path: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(path, { replace: true }), delayMs);
    return () => clearTimeout(timer);
  }, [navigate, path]);
}
