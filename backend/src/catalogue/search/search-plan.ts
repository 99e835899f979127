import type { PatternFilters, Sort } from '../catalogue.contract.js';
import type { SearchWord } from './search-terms.js';
import type { SearchFrequencies } from './search-frequencies.js';

/** The tsqueries of a search: those of each tier of hits, and those per word that score a hit. */
export interface SearchPlan {
  /** From narrow to wide; each tier contains the one before. */
  tiers: Tier[];
  /**
   * Six lists with one query per word: the exact word in the title; its stem there; a synonym there; any of them in title,
   * tags, category or level; the same, or the stem in the designer's name; the stem in title, tags, category or level.
   */
  criteria: string[][];
}

export interface Tier {
  /** A hit matches all of them. Every tier has the same number of parts. */
  parts: string[];
  /**
   * The number of patterns to scan in the order of the result, when hits are frequent enough to fill the result; 0 when the
   * index is faster.
   */
  scan: number;
}

/** A search counts and shows at most this many hits. */
export const MAX_HITS = 1_000;
/** The names of the tiers in the statement, from narrow to wide. */
export const TIERS = ['exact', 'titled', 'tagged', 'anywhere'];
/** The last part contains all remaining words, which bounds the number of prepared statements. */
const MAX_PARTS = 3;
/** The measured cost to scan one pattern, in units of one hit from the index. The index contains no views to sort by. */
const STEP = 6;
const STEP_SORTED_BY_VIEWS = 1.6;
/** The measured cost, in the same unit, to intersect the hits of several words in the index. */
const INTERSECTION = 0.5;
/** The longest scan for several words, because the estimate of their common hits may be too high. */
const MAX_ESTIMATED_STEPS = 10_000;

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
  const tier = async (toTerms: (word: SearchWord) => Term[]): Promise<Tier> => {
    const all = [...words.map(toTerms), ...filters];
    const queries = all.map((terms) => `(${or(terms)})`);
    const rest = queries.splice(MAX_PARTS - 1).join(' & ');
    return { parts: rest ? [...queries, rest] : queries, scan: await scanLength(all, sort, frequencies) };
  };
  return {
    tiers: await Promise.all([tier(exact), tier(titled), tier(tagged), tier(anywhere)]),
    criteria: [
      words.map((word) => or(exact(word))),
      words.map((word) => or(typed('t/', word))),
      words.map((word) => or(named('t/', word))),
      words.map((word) => or(about(word))),
      words.map((word) => or(tagged(word))),
      words.map((word) => or(typed('s/', word))),
    ],
  };
}

/** The scan length that finds MAX_HITS hits, doubled for a single word; 0 when the index with a sort is cheaper. */
async function scanLength(all: Term[][], sort: Sort | undefined, frequencies: SearchFrequencies): Promise<number> {
  const texts = (terms: Term[]) => terms.map(({ text }) => text);
  const known = await Promise.all(
    all.map((terms) =>
      frequencies.of(texts(terms.filter(({ open }) => !open)), texts(terms.filter(({ open }) => open))),
    ),
  );
  const step = sort === 'popular' ? STEP_SORTED_BY_VIEWS : STEP;
  const several = known.length > 1;
  const { total } = known[0]!;
  if (total === 0) return 0;
  // The estimate assumes that the words are independent of each other.
  const hits = known.reduce((product, { minimum }) => (product * minimum) / total, total);
  const intersection = several ? known.reduce((sum, word) => sum + word.hits, 0) * INTERSECTION : 0;
  const steps = (MAX_HITS * total) / hits;
  if (hits + intersection <= steps * step || (several && steps > MAX_ESTIMATED_STEPS)) return 0;
  return Math.ceil(several ? steps : 2 * steps);
}
