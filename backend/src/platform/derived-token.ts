import { createHash, createHmac } from 'node:crypto';

/**
 * Derives a 256-bit token from ids, so that it need not be stored, queued or logged.
 * @param purpose separates kinds of tokens: a token of one kind is invalid as another
 */
export function deriveToken(secret: string, purpose: string, ...ids: (string | number)[]): string {
  return createHmac('sha256', secret)
    .update([purpose, ...ids].join('|'))
    .digest('base64url');
}

/** The hash of a token that the database stores. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
