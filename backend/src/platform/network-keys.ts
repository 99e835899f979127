import { deriveToken } from './derived-token.js';
import { networkPrefixes } from './http/limits/network-prefix.js';

/**
 * Keyed hashes of a client's networks: for IPv6 the /64, then the /48; for IPv4 the address itself. The hashes can be
 * compared but do not reveal the IP address.
 */
export function networkKeys(secret: string, ip: string | undefined): string[] {
  return networkPrefixes(ip).map((prefix) => networkKey(secret, prefix!));
}

const networkKey = (secret: string, prefix: string): string => deriveToken(secret, 'network', prefix).slice(0, 27);
