import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import type { PatternFilters } from '../../catalogue.contract.js';
import { SearchFrequencies } from '../search-frequencies.js';
import { MAX_HITS, planSearch } from '../search-plan.js';
import { searchStatement } from '../search-statements.js';
import { SearchTerms, type SearchWord } from '../search-terms.js';
import { pageNumbers } from '../../../platform/page-numbers.js';

/**
 * One page of search hits: the PatternPage as JSON text. A hit matches every word; without a sort, hits are ordered by
 * relevance. At most MAX_HITS hits are counted and shown.
 */
export class SearchPatterns extends Query<string> {
  constructor(readonly filters: PatternFilters) {
    super();
  }
}

type Found = { total: number; patterns: string };

const NOTHING: Found = { total: 0, patterns: '[]' };

@QueryHandler(SearchPatterns)
export class SearchPatternsHandler implements IQueryHandler<SearchPatterns> {
  constructor(
    private readonly sql: Sql,
    private readonly terms: SearchTerms,
    private readonly frequencies: SearchFrequencies,
  ) {}

  async execute({ filters }: SearchPatterns): Promise<string> {
    const { search = '', page = 1, limit = 12 } = filters;
    let found = await this.find(filters, await this.terms.read(search));
    if (found.total === 0) found = await this.find(filters, await this.terms.correct(search));
    const { total, patterns } = found;
    return `{"patterns":${patterns},${JSON.stringify(pageNumbers(page, limit, total)).slice(1)}`;
  }

  private async find(filters: PatternFilters, words: SearchWord[]): Promise<Found> {
    const { lang = 'de', sort, page = 1, limit = 12 } = filters;
    if (words.length === 0) return NOTHING;
    const { tiers, criteria } = await planSearch(words, filters, this.frequencies);
    const used = sort ? tiers.slice(-1) : tiers;
    const scan = used.some((tier) => tier.scan > 0);
    return (await this.sql.row<Found>(searchStatement({ sort, scan, parts: used[0]!.parts.length }), [
      lang,
      limit,
      Math.min((page - 1) * limit, MAX_HITS),
      ...(sort ? [] : criteria),
      ...(scan ? used.map((tier) => tier.scan) : []),
      ...used.flatMap(({ parts }) => parts),
    ]))!;
  }
}
