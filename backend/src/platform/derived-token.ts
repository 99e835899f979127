import { createHash, createHmac } from 'node:crypto';

/**
 * Derives a 256-bit token from ids. The token can be derived again, so it need not be stored or put into a queue.
 * @param purpose the kind of token; a token of one kind is not valid as a token of another kind
 */
export function deriveToken(secret: string, purpose: string, ...ids: (string | number)[]): string {
  return createHmac('sha256', secret)
    .update([purpose, ...ids].join('|'))
    .digest('base64url');
}

/** Hashes a token. The database stores this hash and never the token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
