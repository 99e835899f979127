/**
 * The constant parts of the stamp line, without spaces; `#` is any character. A program that renumbers glyphs (PostScript)
 * keeps only which letters are equal.
 */
const LINES: { beginning: string; end: string; atLeast: number }[] = [
  { beginning: 'Lizenziertfür', end: '–BestellungPP-####-######–##.##.####', atLeast: 1 },
  // One line has too few equal letters for a certain match; each page has two.
  { beginning: 'Licensedto', end: '–OrderPP-####-######–', atLeast: 2 },
];
/** Characters of an address. */
const ADDRESS = { least: 3, most: 254 };

type Letters = Map<string, string>;

/** Whether a text contains the stamp line with substituted letters. @param text of a page, without white space */
export function hasSubstitutedLine(text: string): boolean {
  return LINES.some(({ beginning, end, atLeast }) => {
    let found = 0;
    for (let at = 0; at <= text.length - beginning.length - end.length; at++) {
      if (text.startsWith(beginning, at)) continue;
      const letters = lettersOf(text, at, beginning);
      if (letters && endsLine(text, at + beginning.length, end, letters) && ++found === atLeast) return true;
    }
    return false;
  });
}

function endsLine(text: string, from: number, end: string, letters: Letters): boolean {
  const last = Math.min(from + ADDRESS.most, text.length - end.length);
  for (let at = from + ADDRESS.least; at <= last; at++) {
    if (lettersOf(text, at, end, letters)) return true;
  }
  return false;
}

/** The one-to-one substitution of `words`, consistent with `known`; undefined when the text does not match at this position. */
function lettersOf(text: string, at: number, words: string, known?: Letters): Letters | undefined {
  const letters: Letters = new Map(known);
  const taken = new Set(letters.values());
  for (let index = 0; index < words.length; index++) {
    const letter = words[index]!;
    if (letter === '#') continue;
    const shown = text[at + index]!;
    if (letters.has(letter) ? letters.get(letter) !== shown : taken.has(shown)) return undefined;
    letters.set(letter, shown);
    taken.add(shown);
  }
  return letters;
}
