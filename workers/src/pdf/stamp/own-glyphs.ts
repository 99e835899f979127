import { textOfGlyph } from './stamp-font.js';

/** What is left of the dash's number (1245) where only one byte of it is, in the encoding of PostScript for the Macintosh. */
const LAST_BYTE_OF_DASH = '›';

/** A program that loses what the stamp's letters mean shows their numbers in its font instead, as if they were characters. */
export const textOfNumbers = (shown: string): string =>
  [...shown].map((char) => textOfGlyph(char.codePointAt(0)!) ?? (char === LAST_BYTE_OF_DASH ? '–' : char)).join('');
