import { screenPath } from './language-path';

/** Adds the current screen to the path of a sign-in screen as the return path. A sign-in screen passes on its own one. */
export function authPath(path: string, here: { pathname: string; search: string }): string {
  const onAuthScreen = /^\/(auth|login|register)$/.test(screenPath(here.pathname));
  const from = onAuthScreen ? new URLSearchParams(here.search).get('from') : here.pathname + here.search;
  return from && from !== '/' ? `${path}?from=${encodeURIComponent(from)}` : path;
}
