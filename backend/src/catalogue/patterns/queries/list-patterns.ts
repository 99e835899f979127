import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import type { PatternFilters } from '../../catalogue.contract.js';
import { listStatement, type ListShape, ORDERS, NEAR_ROWS } from '../list-statement.js';
import { type Anchors, PageAnchors, ANCHOR_DISTANCE } from '../page-anchors.js';
import { pageNumbers } from '../../../platform/page-numbers.js';

/**
 * Reads one page of the catalogue for a request without search words. The result is the JSON text of a PatternPage, which the
 * API sends without parsing it. A page after the last one is empty but has the correct totals. Anchors are explained in
 * page-anchors.ts, the strategies for finding a page at PageStrategy in list-statement.ts.
 */
export class ListPatterns extends Query<string> {
  constructor(readonly filters: PatternFilters) {
    super();
  }
}

type PageRow = { total: number; patterns: string };

@QueryHandler(ListPatterns)
export class ListPatternsHandler implements IQueryHandler<ListPatterns> {
  /** The most recent total of each category. `find` uses it to estimate whether a page is in the second half of the list. */
  private readonly totals = new Map<string | null, number>();

  constructor(
    private readonly sql: Sql,
    private readonly anchors: PageAnchors,
  ) {}

  async execute({ filters }: ListPatterns): Promise<string> {
    const { page = 1, limit = 12 } = filters;
    const { total, patterns } = await this.find(filters, limit, (page - 1) * limit);
    if (!filters.designer) this.totals.set(filters.category ?? null, total);
    return `{"patterns":${patterns},${JSON.stringify(pageNumbers(page, limit, total)).slice(1)}`;
  }

  private find(filters: PatternFilters, limit: number, offset: number): Promise<PageRow> {
    const { lang = 'de', sort = 'newest', category = null, designer = null } = filters;
    const shape = { sort, category: category !== null, designer: designer !== null };
    const runStatement = (strategy: ListShape['strategy'], size: number, skip: number, anchor: string[] = []) =>
      this.sql.row<PageRow>(listStatement({ ...shape, strategy, limit: size }), [
        lang,
        size,
        skip,
        category,
        designer,
        ...anchor,
      ]);

    if (offset <= NEAR_ROWS) return runStatement('near', limit, offset) as Promise<PageRow>;
    if (designer) return runStatement('far', limit, offset) as Promise<PageRow>;
    const { key, ascending } = ORDERS[sort];
    const anchors = this.anchors.find(key, category);
    const anchored = anchors && fromAnchor(anchors, ascending, limit, offset);
    if (anchored) return runStatement('anchor', anchored.size, anchored.skip, anchored.anchor) as Promise<PageRow>;
    const isNearerToEnd = offset > (this.totals.get(category) ?? Infinity) / 2;
    return runStatement(isNearerToEnd ? 'end' : 'far', limit, offset) as Promise<PageRow>;
  }
}

/**
 * Finds the anchor before a page and the number of rows from the anchor to the page. The anchors are read in descending
 * order, so the position of a page in an ascending list is counted from the end of the list.
 * @returns null for a page after the last one
 */
function fromAnchor({ total, rows }: Anchors, ascending: boolean, limit: number, offset: number) {
  const size = Math.min(limit, total - offset);
  if (size <= 0) return null;
  const first = ascending ? total - offset - size : offset;
  const anchor = rows[Math.floor(first / ANCHOR_DISTANCE)]!;
  return { size, skip: first % ANCHOR_DISTANCE, anchor: [anchor.key, anchor.id] };
}
