import { deriveToken } from '../platform/derived-token.js';

/** The secrets in the mails of one subscription; computed where they are needed, stored only as hashes. */
export const confirmToken = (secret: string, subscriptionId: string): string =>
  deriveToken(secret, 'newsletter-confirm', subscriptionId);

export const leaveToken = (secret: string, subscriptionId: string): string =>
  deriveToken(secret, 'newsletter-leave', subscriptionId);

/** What is left of an address when a subscription ends: enough to find it again by the address, not the other way. */
export const addressTrace = (secret: string, emailKey: string): string =>
  deriveToken(secret, 'newsletter-address', emailKey);
