const isLocal = (host: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host);

/**
 * Whether an address can be opened where the shop is called by `host`: one that answers on its own machine only, such as the
 * mailbox of a test shop, is none for a phone that is at the same shop.
 */
export function isReachable(address: string, host: string): boolean {
  return !isLocal(new URL(address).hostname) || isLocal(host);
}
