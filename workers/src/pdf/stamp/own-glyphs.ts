import { glyphText } from './stamp-font.js';

/**
 * The dash is glyph 1245 (0x4dd) of the stamp font. A program that keeps only the last byte of this number writes the
 * character with the code 0xdd in PostScript's Macintosh encoding.
 */
const LAST_BYTE_OF_DASH = '›';

/** Decodes text in which a program has written the glyph numbers of the stamp font as character codes. */
export const decodeGlyphNumbers = (shown: string): string =>
  [...shown].map((char) => glyphText(char.codePointAt(0)!) ?? (char === LAST_BYTE_OF_DASH ? '–' : char)).join('');
