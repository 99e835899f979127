import { deriveToken } from './derived-token.js';
import { networkPrefixes } from './http/limits/network-prefix.js';

/** Networks as keyed hashes, the narrow one first: they can be compared, and say nothing about the visitor. */
export function networkKeys(secret: string, ip: string): string[] {
  return networkPrefixes(ip).map((prefix) => networkKey(secret, prefix!));
}

export const networkKey = (secret: string, prefix: string): string =>
  deriveToken(secret, 'network', prefix).slice(0, 27);
