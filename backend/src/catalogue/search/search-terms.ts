import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Sql } from '../../platform/database/sql.js';
import { editDistance } from './search-distance.js';
import { IGNORED, KINDS, SYNONYMS } from './search-synonyms.js';

/** One word of a search, folded by the SQL function fold_for_search, with the stems that it matches in a pattern. */
export interface SearchWord {
  word: string;
  /** The stems of the word, or the stems of its corrections. */
  stems: string[];
  /** The stems of the word's synonyms. */
  synonyms: string[];
  /** The stems of the words that are a kind of this word (see KINDS); in a corrected search also of more general words. */
  kinds: string[];
  /** Whether the user can still be typing the word. The search then also finds words that start with this word. */
  open: boolean;
}

interface ParsedWord {
  /** The position in the search. A hyphenated word and its parts have the same position. */
  place: number;
  /** 0 for a whole word, 1 and more for the parts of a hyphenated word. */
  part: number;
  hyphenated: boolean;
  word: string;
  stems: string[];
  /** The parts of a compound, the base word first. */
  compoundParts: string[];
  /** Whether the search vocabulary contains the word. */
  known: boolean;
}

/** The search ignores words after the first eight. */
const MAX_WORDS = 8;
const CACHE_MS = 30_000;
const MAX_CACHED = 2_000;

const STEMS = `array(select distinct stem from unnest(array[search_stem('de', word),
                                                            search_stem('en', word)]) stem)`;

const READ = `
with tokens as (
  select place, btrim(token, '-') as token
  from regexp_split_to_table(fold_for_search($1), '[^a-z0-9-]+') with ordinality as t(token, place)
), words as (
  select place, 0 as part, replace(token, '-', '') as word, token like '%-%' as hyphenated from tokens
  union all
  select place, part, word, false from tokens, regexp_split_to_table(token, '-+') with ordinality as p(word, part)
  where token like '%-%'
)
select place::int, part::int, hyphenated, word, stems, compound_parts(word) as "compoundParts",
       exists (select from search_vocabulary v where v.terms && stems) as known
from words cross join lateral (select ${STEMS} as stems) s
where length(word) between 2 and 40
order by place, part`;

const STEM_LISTED_WORDS = `select listed, word, ${STEMS} as stems
from unnest($1::text[]) listed, lateral (select replace(fold_for_search(listed), '-', '') as word) w`;

/** Parses a search: finds the words that count, their synonyms and kinds, and corrections of unknown words. */
@Injectable()
export class SearchTerms {
  private loadedSynonyms: Promise<Synonyms> | null = null;
  private readonly cache = new LRUCache<string, Promise<ParsedWord[]>>({ max: MAX_CACHED, ttl: CACHE_MS });

  constructor(private readonly sql: Sql) {}

  async read(search: string): Promise<SearchWord[]> {
    const [words, synonyms] = await Promise.all([this.readCached(search), this.synonyms()]);
    return words.map(({ word, stems, known }, index) => {
      const synonymStems = synonyms.findSynonyms(stems);
      const kinds = synonyms.listKinds(stems);
      const listed = synonymStems.length + kinds.length > 0;
      const open = index === words.length - 1 && !known && !listed && word.length > 2;
      return { word, stems, synonyms: synonymStems, kinds, open };
    });
  }

  /**
   * Corrects a search that has no hits. Replaces each unknown word with the most similar known words, and adds the more
   * general words of which the unknown word is a kind (see KINDS).
   * @returns an empty list when there is nothing to correct
   */
  async correct(search: string): Promise<SearchWord[]> {
    const [words, synonyms] = await Promise.all([this.readCached(search), this.synonyms()]);
    let changed = false;
    const corrected: SearchWord[] = [];
    for (const { word, stems, compoundParts, known } of words) {
      const listed = synonyms.findSynonyms(stems).length + synonyms.listKinds(stems).length > 0;
      const corrections = known || listed ? [] : await this.findCorrections(word, compoundParts, synonyms);
      if (corrections.length > 0) changed = true;
      const correctedStems = corrections.length > 0 ? corrections.flatMap((candidate) => candidate.stems) : stems;
      const broaderStems = known ? [] : synonyms.listBroader(correctedStems);
      if (broaderStems.length > 0) changed = true;
      corrected.push({
        word,
        stems: correctedStems,
        synonyms: synonyms.findSynonyms(correctedStems),
        kinds: [...synonyms.listKinds(correctedStems), ...broaderStems],
        open: false,
      });
    }
    return changed ? corrected : [];
  }

  /** Finds the known words with the smallest edit distance. If none is similar enough, finds the base word of a compound. */
  private async findCorrections(word: string, compoundParts: string[], synonyms: Synonyms): Promise<StemmedWord[]> {
    const similar = await this.sql.rows<StemmedWord>(`select word, ${STEMS} as stems from similar_words($1) word`, [
      word,
    ]);
    const maxDistance = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
    const candidates = [...similar, ...synonyms.words]
      .map((candidate) => ({ ...candidate, distance: editDistance(word, candidate.word, maxDistance) }))
      .filter(({ distance }) => distance <= maxDistance);
    const smallest = Math.min(...candidates.map(({ distance }) => distance));
    const best = candidates.filter(({ distance }) => distance === smallest).slice(0, 4);
    if (best.length > 0 || compoundParts.length === 0) return best;
    return this.sql.rows(`select word, ${STEMS} as stems from unnest($1::text[]) word`, [compoundParts.slice(0, 1)]);
  }

  private async readCached(search: string): Promise<ParsedWord[]> {
    const cached = this.cache.get(search);
    if (cached) return cached;
    const words = this.readWords(search);
    this.cache.set(search, words);
    words.catch(() => this.cache.delete(search));
    return words;
  }

  private async readWords(search: string): Promise<ParsedWord[]> {
    const [rows, synonyms] = await Promise.all([this.sql.rows<ParsedWord>(READ, [search]), this.synonyms()]);
    const wholePlaces = new Set(
      rows
        .filter((row) => row.hyphenated && (row.known || synonyms.findSynonyms(row.stems).length > 0))
        .map(({ place }) => place),
    );
    // "T-Shirt" is one word, because the vocabulary contains it. "Leinen-Hose" is two words.
    const words = rows.filter(({ hyphenated, part, place }) =>
      hyphenated ? wholePlaces.has(place) : part === 0 || !wholePlaces.has(place),
    );
    const relevant = words.filter(({ word }) => !synonyms.ignored.has(word));
    return (relevant.length > 0 ? relevant : words).slice(0, MAX_WORDS);
  }

  /** Loads the lists of search-synonyms.ts once; the database returns the stems of their words. */
  private synonyms(): Promise<Synonyms> {
    this.loadedSynonyms ??= this.loadSynonyms().catch((error: unknown) => {
      this.loadedSynonyms = null;
      throw error;
    });
    return this.loadedSynonyms;
  }

  private async loadSynonyms(): Promise<Synonyms> {
    const listed = [...new Set([...[...SYNONYMS, ...KINDS].flatMap(splitLine), ...IGNORED])];
    const rows = await this.sql.rows<{ listed: string; word: string; stems: string[] }>(STEM_LISTED_WORDS, [listed]);
    const stemmedByListed = new Map(rows.map((row) => [row.listed, row]));
    const toStemmed = (word: string) => stemmedByListed.get(word)!;
    return new Synonyms(
      SYNONYMS.map((line) => splitLine(line).map(toStemmed)),
      KINDS.map((line) => splitLine(line).map(toStemmed)),
      new Set(IGNORED.map((word) => toStemmed(word).word)),
    );
  }
}

interface StemmedWord {
  word: string;
  stems: string[];
}

const splitLine = (line: string) => line.split(/:? /);
const listStems = (line: StemmedWord[]) => line.flatMap(({ stems }) => stems);
const addStems = (target: Map<string, Set<string>>, key: string, stems: string[]) =>
  target.set(key, new Set([...(target.get(key) ?? []), ...stems]));

class Synonyms {
  readonly words: StemmedWord[];
  private readonly synonymStems = new Map<string, Set<string>>();
  private readonly kinds = new Map<string, Set<string>>();
  private readonly broaderStems = new Map<string, Set<string>>();

  constructor(
    lines: StemmedWord[][],
    kinds: StemmedWord[][],
    readonly ignored: Set<string>,
  ) {
    this.words = lines.flat();
    for (const line of lines) for (const stem of listStems(line)) addStems(this.synonymStems, stem, listStems(line));
    for (const [first, ...rest] of kinds) {
      for (const stem of first!.stems) addStems(this.kinds, stem, listStems(rest));
      for (const stem of listStems(rest)) addStems(this.broaderStems, stem, first!.stems);
    }
  }

  /** @returns the stems of all synonyms of these stems */
  findSynonyms(stems: string[]): string[] {
    const synonymStems = new Set(stems.flatMap((stem) => [...(this.synonymStems.get(stem) ?? [])]));
    for (const stem of stems) synonymStems.delete(stem);
    return [...synonymStems];
  }

  /** @returns the stems of the words that are a kind of these words or of their synonyms (see KINDS) */
  listKinds(stems: string[]): string[] {
    return [...new Set([...stems, ...this.findSynonyms(stems)].flatMap((stem) => [...(this.kinds.get(stem) ?? [])]))];
  }

  /** @returns the stems of the more general words of which these words are a kind (see KINDS) */
  listBroader(stems: string[]): string[] {
    return stems.flatMap((stem) => [...(this.broaderStems.get(stem) ?? [])]);
  }
}
