import type { Language } from '#backend/platform/language.js';

type Both = Record<Language, string>;
const both = (de: string, en: string): Both => ({ de, en });

/** What the report calls each kind, and one sentence about it. */
export const KIND_WORDS: Record<string, { title: Both; about: Both }> = {
  account: {
    title: both('Dein Konto', 'Your account'),
    about: both('Was in deinem Profil steht.', 'What your profile says.'),
  },
  sessions: {
    title: both('Anmeldungen', 'Sign-ins'),
    about: both('Jede Anmeldung auf einem Gerät ist eine Sitzung.', 'Each sign-in on a device is a session.'),
  },
  'email-verifications': {
    title: both('Bestätigungen deiner Adresse', 'Confirmations of your address'),
    about: both('E-Mails, mit denen du deine Adresse bestätigen konntest.', 'Emails to confirm your address with.'),
  },
  'password-resets': {
    title: both('Neue Passwörter', 'New passwords'),
    about: both('Anfragen, weil ein Passwort vergessen war.', 'Requests because a password was forgotten.'),
  },
  consents: {
    title: both('Einwilligungen', 'Consents'),
    about: both('Was du erlaubt und was du widerrufen hast.', 'What you allowed and what you withdrew.'),
  },
  purchases: {
    title: both('Einkäufe', 'Purchases'),
    about: both(
      'Deine Bestellungen, auch kostenlose. Die Erklärung zum Widerrufsrecht steht in der CSV-Datei.',
      'Your orders, free ones too. The declaration about the right of withdrawal is in the CSV file.',
    ),
  },
  files: {
    title: both('Deine Kopien', 'Your copies'),
    about: both('Die PDF-Dateien, die für dich gekennzeichnet wurden.', 'The PDF files that were marked for you.'),
  },
  downloads: {
    title: both('Downloads', 'Downloads'),
    about: both('Wann du welche Datei geladen hast.', 'When you downloaded which file.'),
  },
  'link-renewals': {
    title: both('Erneuerte Downloadlinks', 'Renewed download links'),
    about: both('Wann du einen neuen Link verlangt hast.', 'When you asked for a new link.'),
  },
  invoices: {
    title: both('Rechnungen', 'Invoices'),
    about: both('Die Dokumente liegen im Ordner „invoices“.', 'The documents are in the folder “invoices”.'),
  },
  wishlist: {
    title: both('Merkliste', 'Wishlist'),
    about: both('Was du dir gemerkt hast.', 'What you saved for later.'),
  },
  newsletter: {
    title: both('Newsletter', 'Newsletter'),
    about: both('Deine Anmeldung und ihr Nachweis.', 'Your subscription and the proof of it.'),
  },
  reports: {
    title: both('Meldungen', 'Reports'),
    about: both('Schnittmuster, die du gemeldet hast.', 'Patterns that you reported.'),
  },
  designer: {
    title: both('Designprofil', 'Designer profile'),
    about: both('Wie andere dich sehen.', 'How others see you.'),
  },
  patterns: {
    title: both('Eigene Schnittmuster', 'Your patterns'),
    about: both(
      'Alle Texte stehen in der CSV-Datei und in data.json.',
      'All texts are in the CSV file and in data.json.',
    ),
  },
  'pattern-files': {
    title: both('Dateien deiner Schnittmuster', 'Files of your patterns'),
    about: both('Was du hochgeladen hast.', 'What you uploaded.'),
  },
  'audit-log': {
    title: both('Protokoll', 'Log'),
    about: both('Was an deinem Konto getan wurde, und von wem.', 'What was done to your account, and by whom.'),
  },
  exports: {
    title: both('Archive', 'Archives'),
    about: both('Wie oft du deine Daten verlangt hast.', 'How often you asked for your data.'),
  },
  deletions: {
    title: both('Löschwünsche', 'Deletion requests'),
    about: both('Wann du dein Konto löschen wolltest.', 'When you wanted to delete your account.'),
  },
};

export const COLUMN_WORDS: Record<string, Both> = {
  action: both('Vorgang', 'Event'),
  actor: both('Von', 'By'),
  added_at: both('Gemerkt am', 'Saved on'),
  amount_cents: both('Preis', 'Price'),
  asked_at: both('Gefragt am', 'Asked on'),
  bio_de: both('Vorstellung (Deutsch)', 'Introduction (German)'),
  bio_en: both('Vorstellung (Englisch)', 'Introduction (English)'),
  buyer_email: both('E-Mail-Adresse', 'Email address'),
  bytes: both('Größe', 'Size'),
  confirmed_at: both('Bestätigt am', 'Confirmed on'),
  created_at: both('Angelegt am', 'Created on'),
  designer: both('Design', 'Designer'),
  display_name: both('Anzeigename', 'Display name'),
  downloads: both('Downloads', 'Downloads'),
  email: both('E-Mail-Adresse', 'Email address'),
  erase_at: both('Löschung am', 'Erasure on'),
  expires_at: both('Gültig bis', 'Valid until'),
  file_name: both('Datei', 'File'),
  first_name: both('Vorname', 'First name'),
  granted: both('Gegeben', 'Given'),
  granted_at: both('Geladen am', 'Downloaded on'),
  gross_cents: both('Betrag', 'Amount'),
  kind: both('Art', 'Kind'),
  language: both('Sprache', 'Language'),
  last_name: both('Nachname', 'Last name'),
  name: both('Name', 'Name'),
  number: both('Nummer', 'Number'),
  issued_at: both('Ausgestellt am', 'Issued on'),
  occurred_at: both('Zeitpunkt', 'Time'),
  order_number: both('Bestellung', 'Order'),
  password_changed_at: both('Passwort geändert am', 'Password changed on'),
  pattern: both('Schnittmuster', 'Pattern'),
  published_at: both('Veröffentlicht am', 'Published on'),
  ready_at: both('Bereit seit', 'Ready since'),
  reason: both('Grund', 'Reason'),
  recorded_at: both('Zeitpunkt', 'Time'),
  renewed_at: both('Erneuert am', 'Renewed on'),
  reported_at: both('Gemeldet am', 'Reported on'),
  requested_at: both('Verlangt am', 'Requested on'),
  revoked_at: both('Beendet am', 'Ended on'),
  role: both('Rolle', 'Role'),
  state: both('Stand', 'State'),
  status: both('Stand', 'State'),
  text: both('Text', 'Text'),
  type: both('Wofür', 'For what'),
  undone_at: both('Zurückgenommen am', 'Undone on'),
  uploaded_at: both('Hochgeladen am', 'Uploaded on'),
  used_at: both('Benutzt am', 'Used on'),
  username: both('Benutzername', 'Username'),
  verified_at: both('Adresse bestätigt am', 'Address confirmed on'),
  version: both('Fassung', 'Version'),
  views: both('Aufrufe', 'Views'),
};

/** Enumerations stay English in the data; what is not here is shown as it is. */
export const VALUE_WORDS: Record<string, Both> = {
  active: both('angemeldet', 'subscribed'),
  admin: both('Verwaltung', 'administrator'),
  analytics: both('Auswertungen', 'Analytics'),
  'awaiting-upload': both('wartet auf die Datei', 'waiting for the file'),
  cancellation: both('Stornorechnung', 'Cancellation'),
  cancelled: both('abgebrochen', 'cancelled'),
  copyright: both('Urheberrecht', 'copyright'),
  de: both('Deutsch', 'German'),
  draft: both('Entwurf', 'draft'),
  en: both('Englisch', 'English'),
  ended: both('abgemeldet', 'unsubscribed'),
  expired: both('abgelaufen', 'expired'),
  failed: both('fehlgeschlagen', 'failed'),
  hidden: both('verborgen', 'hidden'),
  illegal: both('rechtswidrig', 'illegal'),
  invoice: both('Rechnung', 'Invoice'),
  marketing_emails: both('Werbe-E-Mails', 'Marketing emails'),
  misleading: both('irreführend', 'misleading'),
  moderator: both('Moderation', 'moderator'),
  'needs-confirmation': both('wartet auf deine Bestätigung', 'waiting for your confirmation'),
  open: both('offen', 'open'),
  other: both('anderes', 'other'),
  paid: both('bezahlt', 'paid'),
  pending: both('offen', 'pending'),
  personalization: both('Persönliche Empfehlungen', 'Personal recommendations'),
  published: both('veröffentlicht', 'published'),
  quality: both('Qualität', 'quality'),
  queued: both('wartet', 'waiting'),
  ready: both('bereit', 'ready'),
  refunded: both('erstattet', 'refunded'),
  refused: both('abgelehnt', 'refused'),
  resolved: both('erledigt', 'resolved'),
  running: both('in Arbeit', 'being made'),
  shop: both('Shop', 'Shop'),
  staff: both('Team', 'Staff'),
  uploaded: both('wird geprüft', 'being checked'),
  user: both('Kundin oder Kunde', 'customer'),
  withdrawn: both('zurückgezogen', 'withdrawn'),
  you: both('du', 'you'),
};

export const PAGE_WORDS = {
  title: both('Deine Daten', 'Your data'),
  intro: both(
    'Das ist alles, was der Shop über dich gespeichert hat, Stand {date}. Dieselben Angaben liegen vollständig und maschinenlesbar daneben: in data.json und je Abschnitt als Tabelle im Ordner „csv“. In manifest.json stehen Größe und Prüfsumme (SHA-256) jeder Datei.',
    'This is everything the shop has stored about you, as of {date}. The same data lies beside it, complete and machine-readable: in data.json and, for each section, as a table in the folder “csv”. manifest.json holds the size and checksum (SHA-256) of each file.',
  ),
  none: both('Dazu ist nichts gespeichert.', 'Nothing is stored about this.'),
  more: both(
    'Hier stehen die neuesten {shown} von {count} Einträgen. Alle stehen in {file}.',
    'These are the newest {shown} of {count} entries. All of them are in {file}.',
  ),
  yes: both('ja', 'yes'),
  no: both('nein', 'no'),
  contents: both('Inhalt', 'Contents'),
  empty: both('Nicht angegeben', 'Not given'),
};
