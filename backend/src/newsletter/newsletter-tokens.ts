import { deriveToken } from '../platform/derived-token.js';

/** The tokens in the mails of a subscription: derived from the secret, stored only as hashes. */
export const confirmToken = (secret: string, subscriptionId: string): string =>
  deriveToken(secret, 'newsletter-confirm', subscriptionId);

export const unsubscribeToken = (secret: string, subscriptionId: string): string =>
  deriveToken(secret, 'newsletter-leave', subscriptionId);

/** Replaces the address when a subscription ends: the address leads to the trace, but the trace not to the address. */
export const addressTrace = (secret: string, emailKey: string): string =>
  deriveToken(secret, 'newsletter-address', emailKey);
