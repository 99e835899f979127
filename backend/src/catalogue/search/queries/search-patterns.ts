import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import type { PatternFilters } from '../../catalogue.contract.js';
import { SearchFrequencies } from '../search-frequencies.js';
import { MAX_HITS, planSearch } from '../search-plan.js';
import { searchStatement } from '../search-statements.js';
import { SearchTerms, type SearchWord } from '../search-terms.js';
import { pageNumbers } from '../../../platform/page-numbers.js';

/**
 * Reads one page of search hits as the JSON text of a PatternPage. A hit matches every word of the search. Without `sort`,
 * hits are sorted by relevance. At most MAX_HITS hits are counted and shown.
 */
export class SearchPatterns extends Query<string> {
  constructor(readonly filters: PatternFilters) {
    super();
  }
}

type PageRow = { total: number; patterns: string };

const NO_HITS: PageRow = { total: 0, patterns: '[]' };

@QueryHandler(SearchPatterns)
export class SearchPatternsHandler implements IQueryHandler<SearchPatterns> {
  constructor(
    private readonly sql: Sql,
    private readonly terms: SearchTerms,
    private readonly frequencies: SearchFrequencies,
  ) {}

  async execute({ filters }: SearchPatterns): Promise<string> {
    const { search = '', page = 1, limit = 12 } = filters;
    let result = await this.find(filters, await this.terms.read(search));
    if (result.total === 0) result = await this.find(filters, await this.terms.correct(search));
    const { total, patterns } = result;
    return `{"patterns":${patterns},${JSON.stringify(pageNumbers(page, limit, total)).slice(1)}`;
  }

  private async find(filters: PatternFilters, words: SearchWord[]): Promise<PageRow> {
    const { lang = 'de', sort, page = 1, limit = 12 } = filters;
    if (words.length === 0) return NO_HITS;
    const { tiers, criteria } = await planSearch(words, filters, this.frequencies);
    const usedTiers = sort ? tiers.slice(-1) : tiers;
    const scan = usedTiers.some((tier) => tier.scan > 0);
    return (await this.sql.row<PageRow>(searchStatement({ sort, scan, parts: usedTiers[0]!.parts.length }), [
      lang,
      limit,
      Math.min((page - 1) * limit, MAX_HITS),
      ...(sort ? [] : criteria),
      ...(scan ? usedTiers.map((tier) => tier.scan) : []),
      ...usedTiers.flatMap(({ parts }) => parts),
    ]))!;
  }
}
