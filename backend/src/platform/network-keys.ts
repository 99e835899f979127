import { deriveToken } from './derived-token.js';
import { networkPrefixes } from './http/limits/network-prefix.js';

/** Keyed hashes of a client's networks, the narrow one first. They can be compared but do not reveal the IP address. */
export function networkKeys(secret: string, ip: string): string[] {
  return networkPrefixes(ip).map((prefix) => networkKey(secret, prefix!));
}

const networkKey = (secret: string, prefix: string): string => deriveToken(secret, 'network', prefix).slice(0, 27);
