import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Sql } from '../../platform/database/sql.js';
import { editDistance } from './search-distance.js';
import { IGNORED, KINDS, SYNONYMS } from './search-synonyms.js';

/** One folded word of a search, with the stems that it matches in a pattern. */
export interface SearchWord {
  word: string;
  /** The stems of the word, or of the words that correct it. */
  stems: string[];
  synonyms: string[];
  /** The stems of its kinds. */
  kinds: string[];
  /** The user may still be typing the word, so it also matches as a prefix. */
  open: boolean;
}

interface ReadWord {
  place: number;
  part: number;
  hyphenated: boolean;
  word: string;
  stems: string[];
  parts: string[];
  known: boolean;
}

/** A search of 200 characters can contain more words; the rest is ignored. */
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
select place::int, part::int, hyphenated, word, stems, compound_parts(word) as parts,
       exists (select from search_vocabulary v where v.terms && stems) as known
from words cross join lateral (select ${STEMS} as stems) s
where length(word) between 2 and 40
order by place, part`;

const LISTED = `select listed, word, ${STEMS} as stems
from unnest($1::text[]) listed, lateral (select replace(fold_for_search(listed), '-', '') as word) w`;

/** Parses a search: finds the words that count, their synonyms and kinds, and corrections of unknown words. */
@Injectable()
export class SearchTerms {
  private vocabulary: Promise<Synonyms> | null = null;
  private readonly cache = new LRUCache<string, Promise<ReadWord[]>>({ max: MAX_CACHED, ttl: CACHE_MS });

  constructor(private readonly sql: Sql) {}

  async read(search: string): Promise<SearchWord[]> {
    const [words, synonyms] = await Promise.all([this.cachedWords(search), this.synonyms()]);
    return words.map(({ word, stems, known }, index) => {
      const others = synonyms.of(stems);
      const kinds = synonyms.listKinds(stems);
      const listed = others.length + kinds.length > 0;
      const open = index === words.length - 1 && !known && !listed && word.length > 2;
      return { word, stems, synonyms: others, kinds, open };
    });
  }

  /** The same search with every unknown word corrected to the nearest known ones; empty without a correction. */
  async correct(search: string): Promise<SearchWord[]> {
    const [words, synonyms] = await Promise.all([this.cachedWords(search), this.synonyms()]);
    let changed = false;
    const corrected: SearchWord[] = [];
    for (const { word, stems, parts, known } of words) {
      const listed = synonyms.of(stems).length + synonyms.listKinds(stems).length > 0;
      const corrections = known || listed ? [] : await this.findCorrections(word, parts, synonyms);
      if (corrections.length > 0) changed = true;
      const all = corrections.length > 0 ? corrections.flatMap((candidate) => candidate.stems) : stems;
      const general = known ? [] : synonyms.listGeneral(all);
      if (general.length > 0) changed = true;
      corrected.push({
        word,
        stems: all,
        synonyms: synonyms.of(all),
        kinds: [...synonyms.listKinds(all), ...general],
        open: false,
      });
    }
    return changed ? corrected : [];
  }

  /** The known words with the smallest edit distance; without one, the base of the compound. */
  private async findCorrections(word: string, parts: string[], synonyms: Synonyms): Promise<Listed[]> {
    const near = await this.sql.rows<Listed>(`select word, ${STEMS} as stems from similar_words($1) word`, [word]);
    const allowed = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
    const candidates = [...near, ...synonyms.words]
      .map((candidate) => ({ ...candidate, distance: editDistance(word, candidate.word, allowed) }))
      .filter(({ distance }) => distance <= allowed);
    const least = Math.min(...candidates.map(({ distance }) => distance));
    const best = candidates.filter(({ distance }) => distance === least).slice(0, 4);
    if (best.length > 0 || parts.length === 0) return best;
    return this.sql.rows(`select word, ${STEMS} as stems from unnest($1::text[]) word`, [parts.slice(0, 1)]);
  }

  private async cachedWords(search: string): Promise<ReadWord[]> {
    const cached = this.cache.get(search);
    if (cached) return cached;
    const words = this.readWords(search);
    this.cache.set(search, words);
    words.catch(() => this.cache.delete(search));
    return words;
  }

  private async readWords(search: string): Promise<ReadWord[]> {
    const [rows, synonyms] = await Promise.all([this.sql.rows<ReadWord>(READ, [search]), this.synonyms()]);
    const whole = new Set(
      rows
        .filter((row) => row.hyphenated && (row.known || synonyms.of(row.stems).length > 0))
        .map(({ place }) => place),
    );
    // "T-Shirt" is one word because it is in the vocabulary, "Leinen-Hose" is two.
    const words = rows.filter(({ hyphenated, part, place }) =>
      hyphenated ? whole.has(place) : part === 0 || !whole.has(place),
    );
    const relevant = words.filter(({ word }) => !synonyms.ignored.has(word));
    return (relevant.length > 0 ? relevant : words).slice(0, MAX_WORDS);
  }

  /** Loaded once: the database stems the lists like the patterns, and neither changes while the process runs. */
  private synonyms(): Promise<Synonyms> {
    this.vocabulary ??= this.loadSynonyms().catch((error: unknown) => {
      this.vocabulary = null;
      throw error;
    });
    return this.vocabulary;
  }

  private async loadSynonyms(): Promise<Synonyms> {
    const listed = [...new Set([...[...SYNONYMS, ...KINDS].flatMap(split), ...IGNORED])];
    const rows = await this.sql.rows<{ listed: string; word: string; stems: string[] }>(LISTED, [listed]);
    const known = new Map(rows.map((row) => [row.listed, row]));
    const stemmed = (word: string) => known.get(word)!;
    return new Synonyms(
      SYNONYMS.map((line) => split(line).map(stemmed)),
      KINDS.map((line) => split(line).map(stemmed)),
      new Set(IGNORED.map((word) => stemmed(word).word)),
    );
  }
}

interface Listed {
  word: string;
  stems: string[];
}

const split = (line: string) => line.split(/:? /);
const listStems = (line: Listed[]) => line.flatMap(({ stems }) => stems);
const add = (to: Map<string, Set<string>>, key: string, stems: string[]) =>
  to.set(key, new Set([...(to.get(key) ?? []), ...stems]));

class Synonyms {
  readonly words: Listed[];
  private readonly same = new Map<string, Set<string>>();
  private readonly kinds = new Map<string, Set<string>>();
  private readonly general = new Map<string, Set<string>>();

  constructor(
    lines: Listed[][],
    kinds: Listed[][],
    readonly ignored: Set<string>,
  ) {
    this.words = lines.flat();
    for (const line of lines) for (const stem of listStems(line)) add(this.same, stem, listStems(line));
    for (const [first, ...rest] of kinds) {
      for (const stem of first!.stems) add(this.kinds, stem, listStems(rest));
      for (const stem of listStems(rest)) add(this.general, stem, first!.stems);
    }
  }

  /** The stems of the synonyms. */
  of(stems: string[]): string[] {
    const same = new Set(stems.flatMap((stem) => [...(this.same.get(stem) ?? [])]));
    for (const stem of stems) same.delete(stem);
    return [...same];
  }

  listKinds(stems: string[]): string[] {
    return [...new Set([...stems, ...this.of(stems)].flatMap((stem) => [...(this.kinds.get(stem) ?? [])]))];
  }

  listGeneral(stems: string[]): string[] {
    return stems.flatMap((stem) => [...(this.general.get(stem) ?? [])]);
  }
}
