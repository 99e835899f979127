/** What somebody may agree to, beyond what the contract and the law need anyway. */
export const CONSENT_TYPES = ['marketing_emails', 'analytics', 'personalization'] as const;
export type ConsentType = (typeof CONSENT_TYPES)[number];

/** Of the texts that explain the types; changes with them, so that a record says what was agreed to. */
export const CONSENT_VERSION = '2026-11';
