/**
 * Version of the consent text beside the checkbox. Change it with every change of the text: each subscription stores the
 * version that it consented to.
 */
export const CONSENT_VERSION = '2026-11-21';

/** The text that the storefront shows. Keep old versions while subscriptions refer to them. */
export const CONSENT_TEXT = {
  de: 'Ja, schickt mir per E-Mail Neues über Schnittmuster und Tipps zum Nähen. Das kann ich jederzeit widerrufen, mit einem Klick unter jeder Ausgabe.',
  en: 'Yes, email me news about sewing patterns and tips for sewing. I can withdraw this at any time with one click below each issue.',
} as const;
