/**
 * The constant parts of the stamp line, without spaces; `#` stands for any character. A program that renumbers glyphs, e.g.
 * for PostScript, replaces every letter, but equal letters stay equal. The parts are recognised by this.
 */
const LINE_PARTS: { beginning: string; end: string; atLeast: number }[] = [
  { beginning: 'Lizenziertfür', end: '–BestellungPP-####-######–##.##.####', atLeast: 1 },
  // The English line has too few equal letters, so both lines of a page must match.
  { beginning: 'Licensedto', end: '–OrderPP-####-######–', atLeast: 2 },
];
/** Number of characters of an address. */
const ADDRESS = { least: 3, most: 254 };

type Substitution = Map<string, string>;

/** Whether a text contains the stamp line with substituted letters. @param text text of a page without white space */
export function hasSubstitutedLine(text: string): boolean {
  return LINE_PARTS.some(({ beginning, end, atLeast }) => {
    let found = 0;
    for (let at = 0; at <= text.length - beginning.length - end.length; at++) {
      if (text.startsWith(beginning, at)) continue;
      const letters = matchSubstitution(text, at, beginning);
      if (letters && endsLine(text, at + beginning.length, end, letters) && ++found === atLeast) return true;
    }
    return false;
  });
}

function endsLine(text: string, from: number, end: string, letters: Substitution): boolean {
  const last = Math.min(from + ADDRESS.most, text.length - end.length);
  for (let at = from + ADDRESS.least; at <= last; at++) {
    if (matchSubstitution(text, at, end, letters)) return true;
  }
  return false;
}

/**
 * @returns the one-to-one substitution that turns `template` into the text at this position, and that extends `previous`;
 * undefined when there is none
 */
function matchSubstitution(
  text: string,
  at: number,
  template: string,
  previous?: Substitution,
): Substitution | undefined {
  const letters: Substitution = new Map(previous);
  const usedLetters = new Set(letters.values());
  for (let index = 0; index < template.length; index++) {
    const letter = template[index]!;
    if (letter === '#') continue;
    const shown = text[at + index]!;
    if (letters.has(letter) ? letters.get(letter) !== shown : usedLetters.has(shown)) return undefined;
    letters.set(letter, shown);
    usedLetters.add(shown);
  }
  return letters;
}
