const isLocal = (host: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host);

/**
 * Whether a client that reaches the shop under `host` can open an address. A phone cannot open a loopback address, as of
 * the mailbox of a test shop.
 */
export function isReachable(address: string, host: string): boolean {
  return !isLocal(new URL(address).hostname) || isLocal(host);
}
