/**
 * Version of the words that whoever signs up reads beside the box. Change it whenever one of them changes, so that each
 * subscription proves which words it stands for.
 */
export const CONSENT_VERSION = '2026-11-21';

/** The words themselves, the same that the storefront shows. Keep old versions as long as subscriptions refer to them. */
export const CONSENT_TEXT = {
  de: 'Ja, schickt mir per E-Mail Neues über Schnittmuster und Tipps zum Nähen. Das kann ich jederzeit widerrufen, mit einem Klick unter jeder Ausgabe.',
  en: 'Yes, email me news about sewing patterns and tips for sewing. I can withdraw this at any time with one click below each issue.',
} as const;
