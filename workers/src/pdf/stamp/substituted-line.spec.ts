import { stampLine, type Stamp } from './stamp-text.js';
import { hasSubstitutedLine } from './substituted-line.js';

const stamp: Stamp = {
  email: 'anna.schmidt@example.com',
  orderNumber: 'PP-2026-000123',
  date: '2026-11-21',
  fileId: 'cafe00112233445566778899aabbccdd',
  locale: 'de',
};
const lineWithoutSpaces = (changes: Partial<Stamp> = {}): string =>
  stampLine({ ...stamp, ...changes }).replaceAll(' ', '');

/** Replaces each letter by another letter, always the same one for the same letter. */
function renumberLetters(text: string): string {
  const letters = new Map<string, string>();
  for (const letter of text) {
    if (!letters.has(letter)) letters.set(letter, String.fromCodePoint(0x2701 + letters.size));
  }
  return [...text].map((letter) => letters.get(letter)).join('');
}

describe('the text of a mark with renumbered letters', () => {
  it.each([
    ['in German', renumberLetters(lineWithoutSpaces())],
    [
      'in German, between other texts',
      `Schnittteile${renumberLetters(`Seite1${lineWithoutSpaces()}Seite2`)}Vorderteil`,
    ],
    ['in English, twice on the page', renumberLetters(lineWithoutSpaces({ locale: 'en' }).repeat(2))],
    ['with a long address', renumberLetters(lineWithoutSpaces({ email: `${'long.'.repeat(40)}address@example.com` }))],
  ])('is detected: %s', (_, text) => {
    expect(hasSubstitutedLine(text)).toBe(true);
  });

  it.each([
    ['a mark in its original letters, which MarkFinder detects in another way', lineWithoutSpaces()],
    ['a licence text that is not a mark', renumberLetters('Lizenziertfüranna@example.com,bittenichtweitergeben')],
    [
      'the words in another order',
      renumberLetters('BestellungPP-2026-000123–21.11.2026–Lizenziertfüranna@example.com'),
    ],
    ['one letter throughout', 'o'.repeat(5000)],
    ['an empty text', ''],
    ...Array.from({ length: 5 }, (_, seed): [string, string] => [`random letters, seed ${seed}`, randomText(seed)]),
  ])('is not detected in %s', (_, text) => {
    expect(hasSubstitutedLine(text)).toBe(false);
  });
});

/** @returns 200,000 pseudorandom letters that are as frequent as in German or English, the same text for the same seed */
function randomText(seed: number): string {
  let state = seed + 1;
  const letters = 'eeeeeeeeennnnnniiiiisssssrrrrraaaattttdddhhuulcgmobwfkzpvjyxq0123456789–-.@PB';
  return Array.from({ length: 200_000 }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return letters[Math.floor((state / 2 ** 32) * letters.length)];
  }).join('');
}
