import type { Language } from '../../platform/language.js';
import type { FileState, FileStep } from './pattern-file.entity.js';
import { noBreakSpaces } from '../../platform/no-break-spaces.js';
import { ruleValues } from '../../platform/shop-rules.js';

type Message = Record<Language, string>;

/** The text that tells the designer the state of an upload. */
const STATES: Record<FileState, Message> = {
  'awaiting-upload': {
    de: 'Die Datei ist noch nicht angekommen.',
    en: 'The file has not arrived yet.',
  },
  uploaded: { de: 'Die Datei wartet auf ihre Prüfung.', en: 'The file is waiting to be checked.' },
  'needs-confirmation': {
    de: 'Die Datei ist geprüft. Sieh sie dir bitte noch einmal an, und bestätige, dass sie so verkauft werden darf.',
    en: 'The file was checked. Please look at it once more and confirm that it may be sold as it is.',
  },
  ready: { de: 'Die Datei ist geprüft und kann verkauft werden.', en: 'The file was checked and can be sold.' },
  refused: { de: 'Diese Datei lässt sich nicht verkaufen.', en: 'This file cannot be sold.' },
};

const IN_PROGRESS: Partial<Record<FileStep, Message>> = {
  checking: { de: 'Die Datei wird gelesen.', en: 'The file is being read.' },
  preparing: {
    de: 'Die Datei wird geprüft und für den Verkauf vorbereitet.',
    en: 'The file is being checked and prepared for sale.',
  },
};

const FLAGS: Record<string, Message> = {
  repaired: {
    de: 'Die Datei war beschädigt und wurde repariert. Prüfe, ob alle Seiten vollständig sind.',
    en: 'The file was damaged and was repaired. Check that all pages are complete.',
  },
  'was-signed': {
    de: 'Die Datei trug eine elektronische Signatur. Sie geht verloren, weil jede verkaufte Datei einen Vermerk zum Kauf bekommt.',
    en: 'The file carried an electronic signature. It is lost, because every file sold is marked with its purchase.',
  },
  xfa: {
    de: 'Die Datei enthält ein Formular, das viele Programme nicht anzeigen.',
    en: 'The file contains a form that many programs cannot display.',
  },
  'content-not-inspected': {
    de: 'Ein Teil des Inhalts ist so ungewöhnlich, dass wir ihn nicht prüfen konnten.',
    en: 'Part of the content is so unusual that we could not check it.',
  },
  'unbalanced-content': {
    de: 'Der Inhalt war nicht sauber abgeschlossen. Das haben wir korrigiert.',
    en: 'The content was not closed properly. We corrected that.',
  },
  'active-content-removed': {
    de: 'Skripte, Medien und automatische Aktionen wurden entfernt. Prüfe, ob die Datei auch ohne sie vollständig ist.',
    en: 'Scripts, media and automatic actions were removed. Check that the file is complete without them.',
  },
  'attachments-removed': {
    de: 'Angehängte Dateien wurden entfernt und werden nicht mitverkauft. Prüfe, ob etwas davon zum Schnitt gehörte.',
    en: 'Attached files were removed and are not sold with the pattern. Check whether any of them belonged to it.',
  },
  'private-data-removed': {
    de: 'Versteckte Arbeitsdaten deines Zeichenprogramms oder unlesbare Metadaten wurden entfernt.',
    en: 'Hidden working data of your drawing program or unreadable metadata was removed.',
  },
  'markup-removed': {
    de: 'Anmerkungen wurden entfernt; Links und Formularfelder sind noch da. Prüfe, ob eine Anmerkung zum Schnitt gehörte.',
    en: 'Comments were removed; links and form fields are still there. Check whether a comment belonged to the pattern.',
  },
  'shared-page': { de: 'Eine Seite kommt mehrfach vor.', en: 'A page appears more than once.' },
  'page-tree-loop': {
    de: 'Das Seitenverzeichnis war fehlerhaft und wurde neu geschrieben.',
    en: 'The list of pages was faulty and has been rewritten.',
  },
  'claim-removed': {
    de: 'Die Datei gab an, dem Standard {{claim}} zu folgen. Mit dem Vermerk zum Kauf stimmt das nicht mehr, deshalb haben wir die Angabe entfernt.',
    en: 'The file stated that it follows {{claim}}. With the purchase mark, this is no longer true, so we removed the statement.',
  },
};

const REFUSALS: Record<string, Message> = {
  NOT_A_PDF: {
    de: 'Das ist keine PDF-Datei. Exportiere den Schnitt bitte als PDF.',
    en: 'This is not a PDF file. Please export the pattern as a PDF.',
  },
  PASSWORD: {
    de: 'Die Datei ist mit einem Passwort geschützt. Speichere sie bitte ohne Passwort, und lade sie noch einmal hoch.',
    en: 'The file is protected by a password. Please save it without a password and upload it again.',
  },
  UNREADABLE: {
    de: 'Die Datei ist so beschädigt, dass sie sich nicht lesen lässt. Exportiere sie bitte neu.',
    en: 'The file is too damaged to be read. Please export it again.',
  },
  NO_PAGES: { de: 'Die Datei hat keine Seiten.', en: 'The file has no pages.' },
  TOO_LARGE: { de: 'Die Datei ist zu groß.', en: 'The file is too large.' },
  TOO_MANY_PAGES: { de: 'Die Datei hat zu viele Seiten.', en: 'The file has too many pages.' },
  TOO_COMPLEX: {
    de: 'Die Datei ist zu aufwendig gezeichnet. Vereinfache Flächen und Bilder, und exportiere sie neu.',
    en: 'The drawing is too complex. Simplify areas and pictures and export it again.',
  },
  PAGE_TOO_SMALL: {
    de: 'Eine Seite ist schmaler oder niedriger als 10 Punkt (3,5 mm). Darauf hat der Kaufvermerk keinen Platz. Prüfe bitte das Seitenformat.',
    en: 'A page is narrower or lower than 10 points (3.5 mm), which leaves no room for the purchase mark. Please check the page size.',
  },
  STAMP_NOT_VISIBLE: {
    de: 'Der Kaufvermerk ließ sich nicht sichtbar auf die Seiten setzen, zum Beispiel weil Formularfelder alles verdecken. Lass bitte einen Rand frei, oder schreib uns.',
    en: 'The purchase mark could not be placed visibly on the pages, for example because form fields cover everything. Please leave a margin free, or write to us.',
  },
  STRUCTURE_CHANGED: {
    de: 'Beim Vorbereiten ginge etwas verloren, zum Beispiel Ebenen. Schreib uns bitte: Wir sehen uns die Datei an.',
    en: 'Preparing the file would lose something, such as layers. Please write to us and we will look at the file.',
  },
  OWN_MARK: {
    de: 'Unsere automatische Prüfung hat in der Datei unseren Vermerk gefunden: Sie wurde hier gekauft oder ist eine Vorschau. Deshalb hat ein Programm sie abgelehnt. Lade bitte dein Original hoch. Siehst du das anders, schreib uns innerhalb von sechs Monaten, dann prüft ein Mensch die Ablehnung. Unabhängig davon kannst du dich an ein Gericht oder an die Bundesnetzagentur wenden.',
    en: 'Our automatic check found our mark in the file: it was bought here or is a preview. A program therefore refused it. Please upload your original. If you disagree, write to us within six months and a person will look at the refusal. Independently of this, you can turn to a court or to the Bundesnetzagentur.',
  },
};

const PICTURE_REFUSALS: Record<string, Message> = {
  NOT_A_PICTURE: {
    de: 'Das ist kein Bild im Format JPEG, PNG oder WebP.',
    en: 'This is not a JPEG, PNG or WebP picture.',
  },
  TOO_MANY_PIXELS: { de: 'Das Bild hat mehr als 50 Megapixel.', en: 'The picture has more than 50 megapixels.' },
  TOO_COMPLEX: {
    de: 'Das Bild ist zu aufwendig. Speichere es bitte kleiner, und lade es noch einmal hoch.',
    en: 'The picture is too complex. Please save a smaller version and upload it again.',
  },
  UNREADABLE: { de: 'Das Bild ist beschädigt.', en: 'The picture is damaged.' },
  TOO_MANY: {
    de: `Der Schnitt hat schon ${ruleValues('de').pictureLimit} Bilder.`,
    en: `The pattern already has ${ruleValues('en').pictureLimit} pictures.`,
  },
};

export const stateMessage = (state: FileState, step: FileStep, language: Language): string =>
  ((state === 'uploaded' && IN_PROGRESS[step]) || STATES[state])[language];

/** @param flag a code, or a code followed by a colon and a value */
export function flagMessage(flag: string, language: Language): string {
  const [code, ...rest] = flag.split(':');
  return FLAGS[code!]?.[language].replace('{{claim}}', rest.join(':')) ?? flag;
}

export const refusalMessage = (code: string, language: Language): string =>
  noBreakSpaces((REFUSALS[code] ?? STATES.refused)[language]);

export const pictureMessage = (code: string, language: Language): string =>
  noBreakSpaces((PICTURE_REFUSALS[code] ?? PICTURE_REFUSALS.UNREADABLE!)[language]);
