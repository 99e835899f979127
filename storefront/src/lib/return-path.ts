import { screenPath } from './language-path';

/**
 * Adds a return path to the path of a sign-in screen. The return path is the current screen. If the current screen is a
 * sign-in screen too, its own return path is kept.
 */
export function authPath(path: string, here: { pathname: string; search: string }): string {
  const onAuthScreen = /^\/(auth|login|register)$/.test(screenPath(here.pathname));
  const from = onAuthScreen ? new URLSearchParams(here.search).get('from') : here.pathname + here.search;
  return from && from !== '/' ? `${path}?from=${encodeURIComponent(from)}` : path;
}
