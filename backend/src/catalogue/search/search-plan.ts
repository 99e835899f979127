import type { PatternFilters, Sort } from '../catalogue.contract.js';
import type { SearchWord } from './search-terms.js';
import type { SearchFrequencies } from './search-frequencies.js';

/** The tsqueries of a search: the queries of each tier find hits, and the queries per word score a hit. */
export interface SearchPlan {
  /** From narrow to wide. Each tier finds all hits of the previous tier, and more. */
  tiers: Tier[];
  /**
   * Six lists with one query per word. They match: (1) the exact word in the title; (2) its stem in the title; (3) its stem
   * or a synonym in the title; (4) its stem or a synonym in title, tags, category, level or price; (5) like 4, or its stem
   * in the designer's name; (6) its stem in title, tags, category, level or price.
   */
  criteria: string[][];
}

export interface Tier {
  /** tsqueries; a hit matches all of them. Every tier has the same number of parts. */
  parts: string[];
  /**
   * How many patterns to scan in the order of the result. 0 means that only the index is used. When hits are frequent, a
   * scan finds enough of them sooner than the index does.
   */
  scan: number;
}

/** A search counts and shows at most this many hits. */
export const MAX_HITS = 1_000;
/** The names of the tiers in the SQL statement, from narrow to wide. */
export const TIERS = ['exact', 'titled', 'tagged', 'anywhere'];
/** Parts per tier; the last part combines all further conditions. This limits the number of different statements. */
const MAX_PARTS = 3;
/**
 * The measured cost of scanning one pattern, relative to the cost of one hit from the index. The ratio is lower when sorting
 * by views: the index does not contain the view counts, so each hit from the index costs more.
 */
const SCAN_COST = 6;
const SCAN_COST_SORTED_BY_VIEWS = 1.6;
/** The measured cost per hit of intersecting the hits of several words in the index; one hit from the index costs 1. */
const INTERSECTION_COST = 0.5;
/**
 * Maximum number of patterns to scan in a search for several words. The estimated number of patterns that contain all words
 * can be too high, and the scan then finds too few hits.
 */
const MAX_ESTIMATED_SCAN = 10_000;

/**
 * A term of the search index. Its text begins with the field in which the word occurs: `x/` the exact word in the title;
 * `t/` a stem in the title; `s/` a stem in title, tags, category, level or price; `d/` a stem in the designer's name; without
 * a field: a stem anywhere. The filters are terms too: the category, and `by/` with the slug or id of the designer.
 */
interface Term {
  text: string;
  /** Whether the term matches all terms that begin with `text`. */
  isPrefix?: boolean;
}

const quote = ({ text, isPrefix }: Term) => `'${text.replace(/['\\]/g, '$&$&')}'${isPrefix ? ':*' : ''}`;
const joinTerms = (terms: Term[]) => terms.map(quote).join(' | ');

const exactTerms = ({ word }: SearchWord): Term[] => [{ text: `x/${word}` }];
const stemTerms = (field: string, { stems }: SearchWord): Term[] => stems.map((stem) => ({ text: `${field}${stem}` }));
const prefixTerms = (field: string, { word, open }: SearchWord): Term[] =>
  open ? [{ text: `${field}${word}`, isPrefix: true }] : [];
const stemAndSynonymTerms = (field: string, word: SearchWord): Term[] => [
  ...stemTerms(field, word),
  ...word.synonyms.map((stem) => ({ text: `${field}${stem}` })),
  ...prefixTerms(field, word),
];
const kindTerms = ({ kinds }: SearchWord): Term[] => kinds.map((stem) => ({ text: `t/${stem}` }));
const titleTerms = (word: SearchWord): Term[] => [...stemAndSynonymTerms('t/', word), ...kindTerms(word)];
const topicTerms = (word: SearchWord): Term[] => [...stemAndSynonymTerms('s/', word), ...kindTerms(word)];
const topicAndDesignerTerms = (word: SearchWord): Term[] => [
  ...topicTerms(word),
  ...stemTerms('d/', word),
  ...prefixTerms('d/', word),
];
const anyTerms = (word: SearchWord): Term[] => [
  ...topicAndDesignerTerms(word),
  ...stemTerms('', word),
  ...prefixTerms('', word),
];

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
    const conditions = [...words.map(toTerms), ...filters];
    const queries = conditions.map((terms) => `(${joinTerms(terms)})`);
    const rest = queries.splice(MAX_PARTS - 1).join(' & ');
    return { parts: rest ? [...queries, rest] : queries, scan: await computeScanLength(conditions, sort, frequencies) };
  };
  return {
    tiers: await Promise.all([tier(exactTerms), tier(titleTerms), tier(topicAndDesignerTerms), tier(anyTerms)]),
    criteria: [
      words.map((word) => joinTerms(exactTerms(word))),
      words.map((word) => joinTerms(stemTerms('t/', word))),
      words.map((word) => joinTerms(stemAndSynonymTerms('t/', word))),
      words.map((word) => joinTerms(topicTerms(word))),
      words.map((word) => joinTerms(topicAndDesignerTerms(word))),
      words.map((word) => joinTerms(stemTerms('s/', word))),
    ],
  };
}

/**
 * Estimates how many patterns a scan must read to find MAX_HITS hits. For a single condition, the estimate is doubled: a
 * scan that is too short finds too few hits, and the statement then uses the index in addition.
 * @returns 0 when it is cheaper to use the index and sort its hits
 */
async function computeScanLength(
  conditions: Term[][],
  sort: Sort | undefined,
  frequencies: SearchFrequencies,
): Promise<number> {
  const texts = (terms: Term[]) => terms.map(({ text }) => text);
  const estimates = await Promise.all(
    conditions.map((terms) =>
      frequencies.estimate(
        texts(terms.filter(({ isPrefix }) => !isPrefix)),
        texts(terms.filter(({ isPrefix }) => isPrefix)),
      ),
    ),
  );
  const costPerPattern = sort === 'popular' ? SCAN_COST_SORTED_BY_VIEWS : SCAN_COST;
  const hasSeveral = estimates.length > 1;
  const { total } = estimates[0]!;
  if (total === 0) return 0;
  // The estimate assumes that the words are independent of each other.
  const hits = estimates.reduce((product, { minimum }) => (product * minimum) / total, total);
  const intersectionCost = hasSeveral ? estimates.reduce((sum, word) => sum + word.hits, 0) * INTERSECTION_COST : 0;
  const scanned = (MAX_HITS * total) / hits;
  const indexCost = hits + intersectionCost;
  if (indexCost <= scanned * costPerPattern || (hasSeveral && scanned > MAX_ESTIMATED_SCAN)) return 0;
  return Math.ceil(hasSeveral ? scanned : 2 * scanned);
}
