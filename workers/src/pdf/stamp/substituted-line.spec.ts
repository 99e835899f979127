import { stampLine, type Stamp } from './stamp-text.js';
import { hasSubstitutedLine } from './substituted-line.js';

const stamp: Stamp = {
  email: 'anna.schmidt@example.com',
  orderNumber: 'PP-2026-000123',
  date: '2026-11-21',
  fileId: 'cafe00112233445566778899aabbccdd',
  locale: 'de',
};
const shown = (changes: Partial<Stamp> = {}): string => stampLine({ ...stamp, ...changes }).replaceAll(' ', '');

/** Renumbers letters in order of first use. */
function renumbered(text: string): string {
  const letters = new Map<string, string>();
  for (const letter of text) {
    if (!letters.has(letter)) letters.set(letter, String.fromCodePoint(0x2701 + letters.size));
  }
  return [...text].map((letter) => letters.get(letter)).join('');
}

describe('the stamp line in renumbered letters', () => {
  it.each([
    ['German', renumbered(shown())],
    ['German, between other texts', `Schnittteile${renumbered(`Seite1${shown()}Seite2`)}Vorderteil`],
    ['English, twice on the page', renumbered(shown({ locale: 'en' }).repeat(2))],
    ['a long address', renumbered(shown({ email: `${'long.'.repeat(40)}address@example.com` }))],
  ])('is detected: %s', (_, text) => {
    expect(hasSubstitutedLine(text)).toBe(true);
  });

  it.each([
    ['the line in its original letters, which is detected elsewhere', shown()],
    ['another licence', renumbered('Lizenziertfüranna@example.com,bittenichtweitergeben')],
    ['the words in another order', renumbered('BestellungPP-2026-000123–21.11.2026–Lizenziertfüranna@example.com')],
    ['one letter throughout', 'o'.repeat(5000)],
    ['nothing', ''],
    ...Array.from({ length: 5 }, (_, seed): [string, string] => [`any letters, ${seed}`, noise(seed)]),
  ])('is not detected in %s', (_, text) => {
    expect(hasSubstitutedLine(text)).toBe(false);
  });
});

/** 200,000 letters with the frequencies of a language, deterministic. */
function noise(seed: number): string {
  let state = seed + 1;
  const letters = 'eeeeeeeeennnnnniiiiisssssrrrrraaaattttdddhhuulcgmobwfkzpvjyxq0123456789–-.@PB';
  return Array.from({ length: 200_000 }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return letters[Math.floor((state / 2 ** 32) * letters.length)];
  }).join('');
}
