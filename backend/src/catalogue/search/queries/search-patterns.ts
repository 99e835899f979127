import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import type { PatternFilters } from '../../catalogue.contract.js';
import { SearchFrequencies } from '../search-frequencies.js';
import { MOST_HITS, planSearch } from '../search-plan.js';
import { searchStatement } from '../search-statements.js';
import { SearchTerms, type SearchWord } from '../search-terms.js';

/**
 * One page of what a search finds: the documented PatternPage as JSON text. Every word must be found somewhere; without a
 * sort the best hit comes first. Of more than MOST_HITS hits the rest is neither counted nor shown.
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
    const pages = Math.ceil(total / limit);
    return (
      `{"patterns":${patterns},"page":${page},"limit":${limit},"total":${total},"total_pages":${pages},` +
      `"currentPage":${page},"totalPages":${pages},"totalItems":${total},"itemsPerPage":${limit}}`
    );
  }

  private async find(filters: PatternFilters, words: SearchWord[]): Promise<Found> {
    const { lang = 'de', sort, page = 1, limit = 12 } = filters;
    if (words.length === 0) return NOTHING;
    const { circles, judges } = await planSearch(words, filters, this.frequencies);
    const asked = sort ? circles.slice(-1) : circles;
    const walk = asked.some((circle) => circle.walk > 0);
    return (await this.sql.row<Found>(searchStatement({ sort, walk, parts: asked[0]!.parts.length }), [
      lang,
      limit,
      Math.min((page - 1) * limit, MOST_HITS),
      ...(sort ? [] : judges),
      ...(walk ? asked.map((circle) => circle.walk) : []),
      ...asked.flatMap(({ parts }) => parts),
    ]))!;
  }
}
