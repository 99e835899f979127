import { screenPath } from './language-path';

/** The path of a sign-in screen that leads back to the current screen, or to its own return path. */
export function authPath(path: string, here: { pathname: string; search: string }): string {
  const onAuthScreen = /^\/(auth|login|register)$/.test(screenPath(here.pathname));
  const from = onAuthScreen ? new URLSearchParams(here.search).get('from') : here.pathname + here.search;
  return from && from !== '/' ? `${path}?from=${encodeURIComponent(from)}` : path;
}
