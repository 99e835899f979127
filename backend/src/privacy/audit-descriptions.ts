import type { Language } from '../platform/language.js';

/** Descriptions of audit actions; the account page shows them to the owner of the account. */
const DESCRIPTIONS: Record<string, Record<Language, string>> = {
  'accounts.password-changed': { de: 'Passwort geändert', en: 'Password changed' },
  'accounts.password-reset': {
    de: 'Passwort über den Link aus einer E-Mail neu gesetzt',
    en: 'Password reset through the link in an email',
  },
  'accounts.role-changed': { de: 'Rolle des Kontos geändert', en: 'Account role changed' },
  'accounts.second-factor-on': { de: 'Zweiten Faktor eingeschaltet', en: 'Second factor switched on' },
  'accounts.second-factor-off': { de: 'Zweiten Faktor ausgeschaltet', en: 'Second factor switched off' },
  'accounts.second-factor-recovery-used': { de: 'Wiederherstellungscode verwendet', en: 'Recovery code used' },
  'accounts.second-factor-codes-renewed': {
    de: 'Neue Wiederherstellungscodes erzeugt',
    en: 'New recovery codes created',
  },
  'accounts.second-factor-reset': {
    de: 'Zweiten Faktor vom Betreiber zurückgesetzt',
    en: 'Second factor reset by the operator',
  },
  'accounts.second-factor-removed-by-reset': {
    de: 'Zweiten Faktor entfernt, weil das Postfach erst jetzt bestätigt wurde',
    en: 'Second factor removed because the mailbox was confirmed only now',
  },
  'accounts.second-factor-guessed': {
    de: 'Zu viele falsche Codes; Codes aus der App für einen Tag gesperrt',
    en: 'Too many wrong codes; codes from the app blocked for a day',
  },
  'accounts.sessions-ended': { de: 'Alle Anmeldungen beendet', en: 'All sign-ins ended' },
  'accounts.suspended': { de: 'Konto gesperrt', en: 'Account suspended' },
  'accounts.restored': { de: 'Sperre des Kontos aufgehoben', en: 'Account suspension lifted' },
  'accounts.session-reused': {
    de: 'Eine Anmeldung beendet, weil sie doppelt verwendet wurde',
    en: 'A sign-in ended because it was used twice',
  },
  'catalogue.resold-copy-refused': {
    de: 'Eine hochgeladene Datei trug schon unseren Vermerk und wurde abgelehnt',
    en: 'An uploaded file already carried our mark and was refused',
  },
  'catalogue.pattern-hidden': { de: 'Schnittmuster ausgeblendet', en: 'Pattern hidden' },
  'catalogue.pattern-restored': { de: 'Schnittmuster wieder eingeblendet', en: 'Pattern no longer hidden' },
  'catalogue.pattern-upheld': {
    de: 'Schnittmuster bleibt nach erneuter Prüfung ausgeblendet',
    en: 'Pattern stays hidden after a second review',
  },
  'catalogue.designer-changed': { de: 'Designprofil geändert', en: 'Designer profile changed' },
  'purchases.link-renewed': { de: 'Downloadlink erneuert', en: 'Download link renewed' },
  'purchases.rebuilt': { de: 'Einkauf aus seiner Zahlung wiederhergestellt', en: 'Purchase restored from its payment' },
  'purchases.refund-requested': { de: 'Erstattung eines Einkaufs veranlasst', en: 'Refund of a purchase requested' },
  'purchases.withdrawal-received': { de: 'Widerruf eingegangen', en: 'Withdrawal received' },
  'purchases.withdrawal-decided': { de: 'Über einen Widerruf entschieden', en: 'Withdrawal decided' },
  'purchases.place-decided': {
    de: 'Widersprüchliche Angaben zum Land eines Einkaufs geprüft',
    en: 'Contradictory information about the country of a purchase reviewed',
  },
  'purchases.vat-rate-proposed': { de: 'Umsatzsteuersatz vorgeschlagen', en: 'VAT rate proposed' },
  'purchases.vat-rate-confirmed': { de: 'Umsatzsteuersatz bestätigt', en: 'VAT rate confirmed' },
  'purchases.vat-rate-discarded': {
    de: 'Vorgeschlagenen Umsatzsteuersatz verworfen',
    en: 'Proposed VAT rate discarded',
  },
  'purchases.partly-refunded': { de: 'Teil eines Einkaufs erstattet', en: 'Part of a purchase refunded' },
  'purchases.refunded': { de: 'Einkauf erstattet', en: 'Purchase refunded' },
  'privacy.consent-given': { de: 'Einwilligung erteilt', en: 'Consent given' },
  'privacy.consent-withdrawn': { de: 'Einwilligung widerrufen', en: 'Consent withdrawn' },
  'privacy.export-requested': { de: 'Archiv deiner Daten angefordert', en: 'Archive of your data requested' },
  'privacy.export-built': { de: 'Archiv deiner Daten fertiggestellt', en: 'Archive of your data ready' },
  'privacy.deletion-requested': { de: 'Löschung des Kontos verlangt', en: 'Deletion of the account requested' },
  'privacy.deletion-undone': { de: 'Löschung des Kontos zurückgenommen', en: 'Deletion of the account undone' },
};

const FALLBACK: Record<Language, string> = { de: 'Änderung am Konto', en: 'Change to the account' };

export const describeAction = (action: string, language: Language): string =>
  (DESCRIPTIONS[action] ?? FALLBACK)[language];

/** @returns whether an audit action has a description */
export const isDescribed = (action: string): boolean => action in DESCRIPTIONS;
