import { glyphsOf, textOfGlyph } from './stamp-font.js';

/** What is left of the dash's number (1245) where only one byte of it is, in the encoding of PostScript for the Macintosh. */
const LAST_BYTE_OF_DASH = '›';

/** A program that loses what the stamp's letters mean shows their numbers in its font instead, as if they were characters. */
export const textOfNumbers = (shown: string): string =>
  [...shown].map((char) => textOfGlyph(char.codePointAt(0)!) ?? (char === LAST_BYTE_OF_DASH ? '–' : char)).join('');

const numbers = (text: string): string =>
  glyphsOf(text)
    .map(({ hex }) => hex)
    .join('');
/** How the stamp's line begins in the content of its form. */
const BEGINNINGS = ['Lizenziert', 'Licensed'].flatMap((word) => [numbers(word), numbers(word).toUpperCase()]);

/** What a form writes in the numbers of the stamp's font, whether a page draws it or not; undefined for any other form. */
export function textOfForm(content: Buffer): string | undefined {
  if (!BEGINNINGS.some((beginning) => content.includes(beginning))) return undefined;
  const runs = content.toString('latin1').match(/<[0-9a-f]+>/gi) ?? [];
  const hex = runs.map((run) => run.slice(1, -1)).join('');
  return (hex.match(/.{4}/g) ?? []).map((number) => textOfGlyph(Number.parseInt(number, 16)) ?? '').join('');
}
