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
