/** Optional consents: processing that neither the contract nor the law requires. */
export const CONSENT_TYPES = ['marketing_emails', 'analytics', 'personalization'] as const;
export type ConsentType = (typeof CONSENT_TYPES)[number];

/**
 * Consents that the shop uses; screens offer only these. The others can be given through the API
 * (docs/decisions/21-unused-consents-are-not-offered.md). A feature that starts to use one adds it here.
 */
export const USED_CONSENTS: readonly ConsentType[] = ['marketing_emails'];

/** Version of the texts that explain the types. Changes with them: a record shows which text the user agreed to. */
export const CONSENT_VERSION = '2026-11';
