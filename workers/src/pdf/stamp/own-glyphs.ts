import { glyphText } from './stamp-font.js';

/**
 * The character that stands for the dash (glyph 1245) when a program keeps only one byte of the number, in PostScript's
 * Macintosh encoding.
 */
const LAST_BYTE_OF_DASH = '›';

/** Decodes text in which a program has written the glyph numbers of the stamp font as characters. */
export const decodeGlyphNumbers = (shown: string): string =>
  [...shown].map((char) => glyphText(char.codePointAt(0)!) ?? (char === LAST_BYTE_OF_DASH ? '–' : char)).join('');
