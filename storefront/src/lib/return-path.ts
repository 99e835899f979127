import { screenPath } from './language-path';

/** Adds the return path to the path of a sign-in screen: the current screen, or on a sign-in screen its return path. */
export function authPath(path: string, here: { pathname: string; search: string }): string {
  const onAuthScreen = /^\/(auth|login|register)$/.test(screenPath(here.pathname));
  const from = onAuthScreen ? new URLSearchParams(here.search).get('from') : here.pathname + here.search;
  return from && from !== '/' ? `${path}?from=${encodeURIComponent(from)}` : path;
}
