/** What somebody may agree to, beyond what the contract and the law need anyway. */
export const CONSENT_TYPES = ['marketing_emails', 'analytics', 'personalization'] as const;
export type ConsentType = (typeof CONSENT_TYPES)[number];

/**
 * Those that something in the shop acts on; screens offer no others. The rest can be given by the documented call all the same
 * (docs/decisions/21-unused-consents-are-not-offered.md). A feature that begins to use one adds it here.
 */
export const USED_CONSENTS: readonly ConsentType[] = ['marketing_emails'];

/** Of the texts that explain the types; changes with them, so that a record says what was agreed to. */
export const CONSENT_VERSION = '2026-11';
