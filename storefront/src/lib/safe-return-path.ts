/** @returns the return path if it is a path of this shop, otherwise the fallback */
export function safeReturnPath(value: string | null | undefined, fallback = '/'): string {
  if (!value?.startsWith('/')) return fallback;
  try {
    const url = new URL(value, window.location.origin);
    // Checks the parsed path, because '/..//host' becomes '//host', which a browser reads as another origin.
    const isInShop = url.origin === window.location.origin && !/^\/[/\\]/.test(url.pathname);
    return isInShop ? `${url.pathname}${url.search}${url.hash}` : fallback;
  } catch {
    return fallback;
  }
}
