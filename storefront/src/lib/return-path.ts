import { screenPath } from './language-path';

/** Returns a stored return path only if it is a path of this shop, else the fallback. */
export function safeReturnPath(value: string | null | undefined, fallback = '/'): string {
  if (!value?.startsWith('/')) return fallback;
  try {
    const url = new URL(value, window.location.origin);
    // The URL parser resolves dots: '/..//host' becomes '//host', which a browser reads as another origin.
    const stays = url.origin === window.location.origin && !/^\/[/\\]/.test(url.pathname);
    return stays ? `${url.pathname}${url.search}${url.hash}` : fallback;
  } catch {
    return fallback;
  }
}

/** The path of a sign-in screen that leads back to the current screen, or to its own return path. */
export function authPath(path: string, here: { pathname: string; search: string }): string {
  const onAuthScreen = /^\/(auth|login|register)$/.test(screenPath(here.pathname));
  const from = onAuthScreen ? new URLSearchParams(here.search).get('from') : here.pathname + here.search;
  return from && from !== '/' ? `${path}?from=${encodeURIComponent(from)}` : path;
}
