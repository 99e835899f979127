/** The consents that a user can give, each for processing that neither the contract nor the law requires. */
export const CONSENT_TYPES = ['marketing_emails', 'analytics', 'personalization'] as const;
export type ConsentType = (typeof CONSENT_TYPES)[number];

/**
 * Consents that the shop uses. The screens offer only these; the API accepts all
 * (docs/decisions/21-unused-consents-are-not-offered.md). When a new feature needs another type of consent, add the type
 * here.
 */
export const USED_CONSENTS: readonly ConsentType[] = ['marketing_emails'];

/**
 * Version of the texts that explain the types of consent. Change it with the texts, so that a record shows which text the
 * user agreed to.
 */
export const CONSENT_VERSION = '2026-11';
