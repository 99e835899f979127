/**
 * Version of the consent text next to the checkbox. Change it with every change of the text, because each subscription
 * stores the version that the reader consented to.
 */
export const CONSENT_VERSION = '2026-11-21';

/** The consent text that the storefront shows. Keep the old texts while subscriptions refer to their versions. */
export const CONSENT_TEXT = {
  de: 'Ja, schickt mir per E-Mail Neues über Schnittmuster und Tipps zum Nähen. Das kann ich jederzeit widerrufen, mit einem Klick unter jeder Ausgabe.',
  en: 'Yes, email me news about sewing patterns and tips for sewing. I can withdraw this at any time with one click below each issue.',
} as const;
