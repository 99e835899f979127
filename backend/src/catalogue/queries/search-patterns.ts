import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/sql.js';
import type { PatternCard, PatternFilters, PatternPage, Sort } from '../catalogue.contract.js';
import { fold } from '../fold.js';
import { CARD, IN_LANGUAGE } from '../pattern-rows.js';

/** One page of the catalogue; a page beyond the last is empty and carries the true totals. */
export class SearchPatterns extends Query<PatternPage> {
  constructor(readonly filters: PatternFilters) {
    super();
  }
}

const ORDER: Record<Sort, string> = {
  newest: 'published_at desc, id desc',
  oldest: 'published_at, id',
  popular: 'view_count desc, id desc',
  price_asc: 'price_cents, id',
  price_desc: 'price_cents desc, id desc',
};

const statement = (order: string) => `
with hits as materialized (
  select id, published_at, view_count, price_cents from patterns
  where status = 'published'
    and ($2::text is null or category = $2)
    and ($3::text[] is null or search_text like all ($3))
), shown as (
  select id, row_number() over (order by ${order}) as place from hits order by ${order} limit $4 offset $5
)
select (select count(*)::int from hits) as total,
       coalesce((select jsonb_agg(${CARD} order by s.place)
                 from shown s join patterns p on p.id = s.id join designers d on d.id = p.designer_id
                 ${IN_LANGUAGE}), '[]'::jsonb) as patterns`;

@QueryHandler(SearchPatterns)
export class SearchPatternsHandler implements IQueryHandler<SearchPatterns> {
  constructor(private readonly sql: Sql) {}

  async execute({ filters }: SearchPatterns): Promise<PatternPage> {
    const { lang = 'de', category = null, search, sort = 'newest', page = 1, limit = 12 } = filters;
    const words = search ? fold(search).split(' ').filter(Boolean).slice(0, 10) : [];
    const patterns = words.length > 0 ? words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`) : null;
    const found = await this.sql.row<{ total: number; patterns: PatternCard[] }>(statement(ORDER[sort]), [
      lang,
      category,
      patterns,
      limit,
      (page - 1) * limit,
    ]);
    const total = found!.total;
    const pages = Math.ceil(total / limit);
    return {
      patterns: found!.patterns,
      page,
      limit,
      total,
      total_pages: pages,
      currentPage: page,
      totalPages: pages,
      totalItems: total,
      itemsPerPage: limit,
    };
  }
}
