/**
 * The constant parts of the mark's text, without spaces; `#` stands for any character. A program that renumbers glyphs, e.g.
 * for PostScript, replaces each letter by another letter. Equal letters stay equal, so the positions of the repeated letters
 * identify these parts. `minMatches`: how many times a page must contain the text of a mark.
 */
const LINE_PARTS: { beginning: Template; end: Template; minMatches: number }[] = [
  { beginning: toTemplate('Lizenziertfür'), end: toTemplate('–BestellungPP-####-######–##.##.####'), minMatches: 1 },
  // The English text has too few repeated letters for one match. So the horizontal and the vertical text must both match.
  { beginning: toTemplate('Licensedto'), end: toTemplate('–OrderPP-####-######–'), minMatches: 2 },
];
/** Length of an address in characters. */
const ADDRESS = { min: 3, max: 254 };

type Substitution = Map<string, string>;

interface Template {
  text: string;
  /** Positions of equal letters. Comparing these first rejects nearly all positions of a text in little time. */
  repeats: [position: number, next: number][];
}

function toTemplate(text: string): Template {
  const repeats = [...text].flatMap((letter, index): [number, number][] => {
    const next = text.indexOf(letter, index + 1);
    return letter === '#' || next < 0 ? [] : [[index, next]];
  });
  return { text, repeats };
}

/** Whether a text contains the text of a mark with substituted letters. @param text a page's text without white space */
export function hasSubstitutedLine(text: string): boolean {
  return LINE_PARTS.some(({ beginning, end, minMatches }) => {
    let matches = 0;
    for (let at = 0; at <= text.length - beginning.text.length - end.text.length; at++) {
      if (text.startsWith(beginning.text, at)) continue;
      const letters = matchSubstitution(text, at, beginning);
      if (letters && endsLine(text, at + beginning.text.length, end, letters) && ++matches === minMatches) return true;
    }
    return false;
  });
}

function endsLine(text: string, from: number, end: Template, letters: Substitution): boolean {
  const last = Math.min(from + ADDRESS.max, text.length - end.text.length);
  for (let at = from + ADDRESS.min; at <= last; at++) {
    if (matchSubstitution(text, at, end, letters)) return true;
  }
  return false;
}

/**
 * @param previous a substitution that the result must contain
 * @returns the one-to-one substitution of letters that turns `template` into the text at this position; undefined when there
 * is none
 */
function matchSubstitution(
  text: string,
  at: number,
  template: Template,
  previous?: Substitution,
): Substitution | undefined {
  if (template.repeats.some(([position, next]) => text[at + position] !== text[at + next])) return undefined;
  const letters: Substitution = new Map(previous);
  const usedLetters = new Set(letters.values());
  for (let index = 0; index < template.text.length; index++) {
    const letter = template.text[index]!;
    if (letter === '#') continue;
    const actual = text[at + index]!;
    if (letters.has(letter) ? letters.get(letter) !== actual : usedLetters.has(actual)) return undefined;
    letters.set(letter, actual);
    usedLetters.add(actual);
  }
  return letters;
}
