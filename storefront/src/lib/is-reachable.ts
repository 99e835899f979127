const isLocal = (host: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host);

/**
 * @returns whether a browser that opened the shop at `host` can open a URL. For example, a phone cannot open the mailbox of
 * a test shop at a loopback address.
 */
export function isReachable(url: string, host: string): boolean {
  return !isLocal(new URL(url).hostname) || isLocal(host);
}
