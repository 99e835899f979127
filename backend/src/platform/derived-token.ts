import { createHash, createHmac } from 'node:crypto';

/**
 * A 256-bit secret that can be computed again from ids, so that it never has to be stored, queued or logged.
 * `purpose` keeps tokens of one kind from being used as another.
 */
export function deriveToken(secret: string, purpose: string, ...ids: (string | number)[]): string {
  return createHmac('sha256', secret)
    .update([purpose, ...ids].join('|'))
    .digest('base64url');
}

/** What is kept of a token at rest. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
