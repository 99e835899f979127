/*
 * The storefront's build includes this file, so it must not import anything at run time.
 */

const UNITS = [
  '[%€×]|[kMG]B|ms|[cmk]?m|g|Zoll|Uhr|Euro|Tag(?:en?)?|Stunden?|Minuten?|Sekunden?|Monat(?:en?)?|Jahr(?:en?)?',
  'Zeichen|Punkt|Megapixel|euros|days?|hours?|minutes?|seconds?|months?|years?|characters|points|megapixels',
].join('|');

/** A space after a number, or after a placeholder for a number, and before a unit. */
const BEFORE_UNIT = new RegExp(`(?<=[\\d}]) (?=(?:${UNITS})(?![\\p{L}\\d]))`, 'gu');

/** A space between a word or sign and the number that it introduces: § 356, Art. 6, section 147, × 297. */
const BEFORE_NUMBER = /(?<=§|×|\b(?:Art|Abs|Nr)\.|\b[Ss]ection) (?=[\d{])/gu;

/**
 * Replaces spaces between numbers and their units with no-break spaces, so that no line of a screen or a mail ends between
 * them: 5 cm, 100 %, 14 Tage, § 356. `text` may contain placeholders such as `{{fileMb}}` or `{days}`.
 */
export function noBreakSpaces(text: string): string {
  return text.replace(BEFORE_UNIT, '\u00A0').replace(BEFORE_NUMBER, '\u00A0');
}
