import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import type { PatternFilters } from '../../catalogue.contract.js';
import { listStatement, type ListShape, ORDERS, SHALLOW } from '../list-statement.js';
import { type Anchors, PageAnchors, STEP } from '../page-anchors.js';
import { pageNumbers } from '../../../platform/page-numbers.js';

/**
 * One page of the catalogue without a search term: the PatternPage as JSON text, which the API sends without parsing it. A
 * page beyond the last is empty, with the correct totals.
 */
export class ListPatterns extends Query<string> {
  constructor(readonly filters: PatternFilters) {
    super();
  }
}

type Found = { total: number; patterns: string };

@QueryHandler(ListPatterns)
export class ListPatternsHandler implements IQueryHandler<ListPatterns> {
  /** The last total of each category, to estimate which end of the list is nearer. */
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

  private find(filters: PatternFilters, limit: number, offset: number): Promise<Found> {
    const { lang = 'de', sort = 'newest', category = null, designer = null } = filters;
    const shape = { sort, category: category !== null, designer: designer !== null };
    const run = (way: ListShape['way'], size: number, skip: number, anchor: string[] = []) =>
      this.sql.row<Found>(listStatement({ ...shape, way, limit: size }), [
        lang,
        size,
        skip,
        category,
        designer,
        ...anchor,
      ]);

    if (offset <= SHALLOW) return run('near', limit, offset) as Promise<Found>;
    if (designer) return run('far', limit, offset) as Promise<Found>;
    const { key, up } = ORDERS[sort];
    const anchors = this.anchors.of(key, category);
    const slice = anchors && fromAnchor(anchors, up, limit, offset);
    if (slice) return run('anchor', slice.size, slice.skip, slice.anchor) as Promise<Found>;
    const nearerTheEnd = offset > (this.totals.get(category) ?? Infinity) / 2;
    return run(nearerTheEnd ? 'end' : 'far', limit, offset) as Promise<Found>;
  }
}

/** The page as rows after an anchor. Anchors are in descending order, so an ascending list is counted from its end. */
function fromAnchor({ total, rows }: Anchors, up: boolean, limit: number, offset: number) {
  const size = Math.min(limit, total - offset);
  if (size <= 0) return null;
  const first = up ? total - offset - size : offset;
  const anchor = rows[Math.floor(first / STEP)]!;
  return { size, skip: first % STEP, anchor: [anchor.key, anchor.id] };
}
