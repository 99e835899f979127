/**
 * The parts of the stamp's line that are the same for all buyers, without spaces; `#` is any character. A program that
 * numbers the letters of its fonts anew (PostScript) leaves which of them are equal, and nothing else.
 */
const LINES: { beginning: string; end: string; atLeast: number }[] = [
  { beginning: 'Lizenziertfür', end: '–BestellungPP-####-######–##.##.####', atLeast: 1 },
  // Too few letters are equal to be sure of one line; each page has two.
  { beginning: 'Licensedto', end: '–OrderPP-####-######–', atLeast: 2 },
];
/** Characters of an address. */
const ADDRESS = { least: 3, most: 254 };

type Letters = Map<string, string>;

/** Whether a text is a stamp's line in which each letter stands for another one. @param text of a page, without white space */
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

/** What each letter of `words` stands for, one to one and as in `known`; undefined when the text at this place cannot be it. */
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
