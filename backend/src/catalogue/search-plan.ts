import type { PatternFilters, Sort } from './catalogue.contract.js';
import type { SearchWord } from './search-terms.js';
import type { SearchFrequencies } from './search-frequencies.js';

/** A search as PostgreSQL is asked: one tsquery for each circle of hits, and one per word to judge a hit by. */
export interface SearchPlan {
  /** Narrow to wide; each finds all that the one before finds. */
  circles: Circle[];
  /**
   * Per word: as written in a title; its stem there; a synonym there; all of them in title, tags, category or level; in
   * the designer's name; and its own stem in title, tags, category or level.
   */
  judges: string[][];
}

export interface Circle {
  query: string;
  /**
   * How many patterns to read in the order of the answer, because the hits are so dense that enough come up on the way;
   * 0 where the index finds the hits sooner.
   */
  walk: number;
}

/** A search counts and shows this many hits; more are no answer but a reason to ask more precisely. */
export const MOST_HITS = 1_000;
/** What reading one pattern in order costs, measured in hits from the index; those have no views to be sorted by. */
const STEP = 10;
const STEP_BY_VIEWS = 1.6;

interface Term {
  text: string;
  open?: boolean;
}

const quote = ({ text, open }: Term) => `'${text.replace(/['\\]/g, '$&$&')}'${open ? ':*' : ''}`;
const or = (terms: Term[]) => terms.map(quote).join(' | ');

const exact = ({ word }: SearchWord): Term[] => [{ text: `x/${word}` }];
const typed = (at: string, { stems }: SearchWord): Term[] => stems.map((stem) => ({ text: `${at}${stem}` }));
const started = (at: string, { word, open }: SearchWord): Term[] => (open ? [{ text: `${at}${word}`, open }] : []);
const named = (at: string, word: SearchWord): Term[] => [
  ...typed(at, word),
  ...word.synonyms.map((stem) => ({ text: `${at}${stem}` })),
  ...started(at, word),
];
const special = ({ kinds }: SearchWord): Term[] => kinds.map((stem) => ({ text: `t/${stem}` }));
const titled = (word: SearchWord): Term[] => [...named('t/', word), ...special(word)];
const about = (word: SearchWord): Term[] => [...named('s/', word), ...special(word)];
const tagged = (word: SearchWord): Term[] => [...about(word), ...typed('d/', word), ...started('d/', word)];
const anywhere = (word: SearchWord): Term[] => [...tagged(word), ...typed('', word), ...started('', word)];

export async function planSearch(
  words: SearchWord[],
  { category, designer, sort }: Pick<PatternFilters, 'category' | 'designer' | 'sort'>,
  frequencies: SearchFrequencies,
): Promise<SearchPlan> {
  const filters: Term[][] = [
    ...(category ? [[{ text: category }]] : []),
    ...(designer ? [[{ text: `by/${designer}` }]] : []),
  ];
  const circle = async (termsOf: (word: SearchWord) => Term[]): Promise<Circle> => {
    const terms = words.map(termsOf);
    const query = [...terms, ...filters].map((all) => `(${or(all)})`).join(' & ');
    // How several words go together nobody knows beforehand: the index finds what they have in common.
    const walk = words.length + filters.length > 1 ? 0 : await stepsThrough(terms[0]!, sort, frequencies);
    return { query, walk };
  };
  return {
    circles: await Promise.all([circle(exact), circle(titled), circle(tagged), circle(anywhere)]),
    judges: [
      words.map((word) => or(exact(word))),
      words.map((word) => or(typed('t/', word))),
      words.map((word) => or(named('t/', word))),
      words.map((word) => or(about(word))),
      words.map((word) => or(tagged(word))),
      words.map((word) => or(typed('s/', word))),
    ],
  };
}

/** Enough steps for MOST_HITS hits, twice over; none when reading all hits and sorting them is less work. */
async function stepsThrough(terms: Term[], sort: Sort | undefined, frequencies: SearchFrequencies): Promise<number> {
  const textsOf = (all: Term[]) => all.map(({ text }) => text);
  const { hits, total } = await frequencies.of(
    textsOf(terms.filter(({ open }) => !open)),
    textsOf(terms.filter(({ open }) => open)),
  );
  const steps = (MOST_HITS * total) / hits;
  return hits > steps * (sort === 'popular' ? STEP_BY_VIEWS : STEP) ? Math.ceil(2 * steps) : 0;
}
