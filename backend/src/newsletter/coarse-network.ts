import { isIPv4 } from 'node:net';
import { networkPrefixes } from '../platform/http/limits/network-prefix.js';

/**
 * Shortens an IP address to a network that is too coarse to identify a household. The proof of consent contains the network.
 * @returns the /24 (IPv4) or /48 (IPv6); null for an invalid address
 */
export function coarseNetwork(ip: string): string | null {
  const [address, wide] = networkPrefixes(ip);
  if (wide) return wide;
  return isIPv4(address) ? `${address.split('.').slice(0, 3).join('.')}.0/24` : null;
}
