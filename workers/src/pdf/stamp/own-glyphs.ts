import { textOfGlyph } from './stamp-font.js';

/** The dash (glyph 1245) when only one byte of its number is kept, in the Macintosh encoding of PostScript. */
const LAST_BYTE_OF_DASH = '›';

/** Decodes text for which a program has used glyph numbers of the stamp font as characters. */
export const textOfNumbers = (shown: string): string =>
  [...shown].map((char) => textOfGlyph(char.codePointAt(0)!) ?? (char === LAST_BYTE_OF_DASH ? '–' : char)).join('');
