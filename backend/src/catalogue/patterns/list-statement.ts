import type { Sort } from '../catalogue.contract.js';
import { type Key, KEYS, ANCHOR_DISTANCE } from './page-anchors.js';
import { CARD, IN_LANGUAGE } from './pattern-rows.js';

export const ORDERS: Record<Sort, { key: Key; ascending: boolean }> = {
  newest: { key: 'published', ascending: false },
  oldest: { key: 'published', ascending: true },
  popular: { key: 'views', ascending: false },
  price_asc: { key: 'price', ascending: true },
  price_desc: { key: 'price', ascending: false },
};

/** The largest offset, in rows, for the strategy `near`. */
export const NEAR_ROWS = 2 * ANCHOR_DISTANCE;

/**
 * How the statement finds the first row of a page. `near` and `far` skip rows from the beginning of the list: `near` up to
 * NEAR_ROWS rows, `far` more. `end` skips rows from the end of the list. `anchor` starts at an anchor (page-anchors.ts)
 * before the page.
 */
export type PageStrategy = 'near' | 'far' | 'end' | 'anchor';

/** Uses all parameters, because PostgreSQL cannot infer the type of a parameter that occurs nowhere in a statement. */
const USE_ALL_PARAMETERS = `($2::int, $3::int, $4::text, $5::text) is not null or true`;

export interface ListShape {
  sort: Sort;
  strategy: PageStrategy;
  /** Whether the list contains only patterns of one category. */
  category: boolean;
  /** Whether the list contains only patterns of one designer. */
  designer: boolean;
  limit: number;
}

/**
 * The page sizes of the storefront. The statement contains these sizes as literals, but no other sizes, so that there are
 * only a few different statements.
 */
const STOREFRONT_LIMITS = new Set([6, 12, 24, 48]);

/**
 * Builds the statement that reads one page as `total` and `patterns`, a JSON array as text. Its parameters: language, limit,
 * offset, category (or null), designer (or null), and for `anchor` the key and id of the anchor.
 *
 * A page size outside STOREFRONT_LIMITS is a parameter. If the limit is only a parameter, PostgreSQL estimates that the
 * query returns a tenth of the table. It then either plans every request anew or chooses a plan that reads a million rows
 * to show twelve. Each query therefore also has a literal limit, which allows pages of up to 100 rows.
 */
export function listStatement({ sort, strategy, category, designer, limit }: ListShape): string {
  const { key, ascending } = ORDERS[sort];
  const { column, type } = KEYS[key];
  const order = (isAscending: boolean, alias = 'l') => {
    const direction = isAscending ? 'asc' : 'desc';
    return `${alias}.${column} ${direction}, ${alias}.pattern_id ${direction}`;
  };
  const filter = [
    'true',
    ...(category ? ['category = $4'] : []),
    ...(designer ? ['designer_id = (select id from designers where slug = $5 or id::text = $5)'] : []),
  ].join(' and ');
  const size = STOREFRONT_LIMITS.has(limit) ? limit : '$2::int';
  const list = `select l.pattern_id, l.${column} from listed_patterns l where ${filter}`;
  const pageQuery = {
    near: `select * from (${list} order by ${order(ascending)} limit ${NEAR_ROWS + 100}) l limit ${size} offset $3`,
    far: `select * from (${list} order by ${order(ascending)} limit ${size} offset $3) l limit 100`,
    end: `select * from (${list} order by ${order(!ascending)} limit greatest(least($2, (select n from total) - $3), 0)
          offset greatest((select n from total) - $3 - $2, 0)) l limit 100`,
    anchor: `select * from (${list} and (${column}, pattern_id) <= ($6::${type}, $7::uuid)
             order by ${order(false)} limit ${ANCHOR_DISTANCE + 100}) l limit ${size} offset $3`,
  }[strategy];
  const total = designer
    ? `select count(*)::int as n from listed_patterns where ${filter}`
    : `select coalesce(sum(patterns), 0)::int as n from pattern_counts where ${filter}`;
  return `
with total as (${total}), shown as (${pageQuery})
select (select n from total) as total,
       coalesce((select '[' || string_agg(${CARD}::text, ',' order by ${order(ascending, 's')}) || ']'
                 from shown s join patterns p on p.id = s.pattern_id join designers d on d.id = p.designer_id
                 ${IN_LANGUAGE}), '[]') as patterns
where ${USE_ALL_PARAMETERS}`;
}
