import type { PatternFilters, Sort } from '../catalogue.contract.js';
import type { SearchWord } from './search-terms.js';
import type { SearchFrequencies } from './search-frequencies.js';

/** A search as PostgreSQL is asked: tsqueries for each circle of hits, and one per word to judge a hit by. */
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
  /** All of them must hold; as many in each circle. */
  parts: string[];
  /**
   * How many patterns to read in the order of the answer, because the hits are so dense that enough come up on the way;
   * 0 where the index finds the hits sooner.
   */
  walk: number;
}

/** A search counts and shows this many hits; more are no answer but a reason to ask more precisely. */
export const MOST_HITS = 1_000;
/** Their names in the statement, narrow to wide. */
export const CIRCLES = ['exact', 'titled', 'tagged', 'anywhere'];
/** More would be statements to prepare that hardly anybody needs; the last part takes the rest. */
const MOST_PARTS = 3;
/** What reading one pattern in order costs, measured in hits from the index; those have no views to be sorted by. */
const STEP = 6;
const STEP_BY_VIEWS = 1.6;
/** What the index compares to find which hits two words share, measured the same way. */
const COMPARED = 0.5;
/** Where several words go together less than guessed, at most so many steps are for nothing. */
const MOST_GUESSED = 10_000;

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
    const all = [...words.map(termsOf), ...filters];
    const queries = all.map((terms) => `(${or(terms)})`);
    const rest = queries.splice(MOST_PARTS - 1).join(' & ');
    return { parts: rest ? [...queries, rest] : queries, walk: await stepsThrough(all, sort, frequencies) };
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

/** Enough steps for MOST_HITS hits, of one word twice over; none when reading all hits and sorting them is less work. */
async function stepsThrough(all: Term[][], sort: Sort | undefined, frequencies: SearchFrequencies): Promise<number> {
  const textsOf = (terms: Term[]) => terms.map(({ text }) => text);
  const known = await Promise.all(
    all.map((terms) =>
      frequencies.of(textsOf(terms.filter(({ open }) => !open)), textsOf(terms.filter(({ open }) => open))),
    ),
  );
  const step = sort === 'popular' ? STEP_BY_VIEWS : STEP;
  const several = known.length > 1;
  const { total } = known[0]!;
  if (total === 0) return 0;
  // How several words go together nobody knows beforehand: as if one did not care for the other.
  const hits = known.reduce((product, { surely }) => (product * surely) / total, total);
  const compared = several ? known.reduce((sum, word) => sum + word.hits, 0) * COMPARED : 0;
  const steps = (MOST_HITS * total) / hits;
  if (hits + compared <= steps * step || (several && steps > MOST_GUESSED)) return 0;
  return Math.ceil(several ? steps : 2 * steps);
}
