import { deriveToken } from '../platform/derived-token.js';

/**
 * @returns the token of the confirmation mail. Tokens are derived from TOKEN_SECRET; the database stores only their hashes.
 */
export const confirmToken = (secret: string, subscriptionId: string): string =>
  deriveToken(secret, 'newsletter-confirm', subscriptionId);

/** @returns the token of the unsubscribe link in every mail */
export const unsubscribeToken = (secret: string, subscriptionId: string): string =>
  deriveToken(secret, 'newsletter-leave', subscriptionId);

/** @returns the keyed hash that replaces the address of an ended subscription; it does not reveal the address */
export const hashAddress = (secret: string, emailKey: string): string =>
  deriveToken(secret, 'newsletter-address', emailKey);
