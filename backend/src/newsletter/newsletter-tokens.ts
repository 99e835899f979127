import { deriveToken } from '../platform/derived-token.js';

/** The token of the confirmation mail. Tokens are derived from the secret; the database stores only their hashes. */
export const confirmToken = (secret: string, subscriptionId: string): string =>
  deriveToken(secret, 'newsletter-confirm', subscriptionId);

/** The token of the unsubscribe link in every mail. */
export const unsubscribeToken = (secret: string, subscriptionId: string): string =>
  deriveToken(secret, 'newsletter-leave', subscriptionId);

/** A keyed hash that replaces the address of an ended subscription. The address cannot be derived from it. */
export const hashAddress = (secret: string, emailKey: string): string =>
  deriveToken(secret, 'newsletter-address', emailKey);
