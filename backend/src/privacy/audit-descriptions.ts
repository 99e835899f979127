import type { Language } from '../platform/language.js';

/** Descriptions of audit actions; the account page shows them to the owner of the account. */
const DESCRIPTIONS: Record<string, Record<Language, string>> = {
  'accounts.password-changed': { de: 'Passwort geändert', en: 'Password changed' },
  'accounts.password-reset': {
    de: 'Passwort über den Link aus einer E-Mail neu gesetzt',
    en: 'Password reset through the link in an email',
  },
  'accounts.role-changed': { de: 'Rolle des Kontos geändert', en: 'Role of the account changed' },
  'accounts.second-factor-on': { de: 'Zweiten Faktor eingeschaltet', en: 'Second factor switched on' },
  'accounts.second-factor-off': { de: 'Zweiten Faktor ausgeschaltet', en: 'Second factor switched off' },
  'accounts.second-factor-recovery-used': { de: 'Wiederherstellungscode verwendet', en: 'Recovery code used' },
  'accounts.second-factor-codes-renewed': { de: 'Neue Wiederherstellungscodes erzeugt', en: 'New recovery codes made' },
  'accounts.second-factor-reset': {
    de: 'Zweiten Faktor vom Betreiber zurückgesetzt',
    en: 'Second factor reset by the operator',
  },
  'accounts.second-factor-guessed': {
    de: 'Zu viele falsche Codes; Codes der App für einen Tag gesperrt',
    en: 'Too many wrong codes; codes of the app refused for a day',
  },
  'accounts.sessions-ended': { de: 'Alle Anmeldungen vom Support beendet', en: 'All sign-ins ended by support' },
  'accounts.suspended': { de: 'Konto gesperrt', en: 'Account suspended' },
  'accounts.restored': { de: 'Sperre des Kontos aufgehoben', en: 'Suspension of the account lifted' },
  'accounts.session-reused': {
    de: 'Eine Sitzung beendet, weil sie doppelt verwendet wurde',
    en: 'A session ended because it was used twice',
  },
  'catalogue.resold-copy-refused': {
    de: 'Eine hochgeladene Datei trug unsere Kennzeichnung und wurde abgelehnt',
    en: 'An uploaded file carried our mark and was refused',
  },
  'catalogue.designer-changed': { de: 'Profil als Designerin oder Designer geändert', en: 'Designer profile changed' },
  'purchases.link-renewed': { de: 'Downloadlink erneuert', en: 'Download link renewed' },
  'purchases.rebuilt': { de: 'Einkauf aus seiner Zahlung wiederhergestellt', en: 'Purchase restored from its payment' },
  'purchases.refund-requested': { de: 'Erstattung eines Einkaufs veranlasst', en: 'Refund of a purchase requested' },
  'purchases.withdrawal-received': { de: 'Vertrag widerrufen', en: 'Contract withdrawn from' },
  'purchases.withdrawal-decided': { de: 'Über einen Widerruf entschieden', en: 'Withdrawal decided' },
  'purchases.refunded': { de: 'Einkauf erstattet', en: 'Purchase refunded' },
  'privacy.consent-given': { de: 'Einwilligung gegeben', en: 'Consent given' },
  'privacy.consent-withdrawn': { de: 'Einwilligung widerrufen', en: 'Consent withdrawn' },
  'privacy.export-requested': { de: 'Archiv deiner Daten angefordert', en: 'Archive of your data requested' },
  'privacy.export-built': { de: 'Archiv deiner Daten bereitgestellt', en: 'Archive of your data made available' },
  'privacy.deletion-requested': { de: 'Löschung des Kontos verlangt', en: 'Deletion of the account requested' },
  'privacy.deletion-undone': { de: 'Löschung des Kontos zurückgenommen', en: 'Deletion of the account undone' },
};

const FALLBACK: Record<Language, string> = { de: 'Änderung am Konto', en: 'Change to the account' };

export const describeAction = (action: string, language: Language): string =>
  (DESCRIPTIONS[action] ?? FALLBACK)[language];

/** @returns whether an audit action has a description */
export const isDescribed = (action: string): boolean => action in DESCRIPTIONS;
