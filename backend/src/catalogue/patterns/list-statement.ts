import type { Sort } from '../catalogue.contract.js';
import { type Key, KEYS, STEP } from './page-anchors.js';
import { CARD, IN_LANGUAGE } from './pattern-rows.js';

export const ORDERS: Record<Sort, { key: Key; up: boolean }> = {
  newest: { key: 'published', up: false },
  oldest: { key: 'published', up: true },
  popular: { key: 'views', up: false },
  price_asc: { key: 'price', up: true },
  price_desc: { key: 'price', up: false },
};

/** The largest offset, in rows, that is always counted from the beginning of the list. */
export const SHALLOW = 2 * STEP;

/**
 * How the statement reaches a page: `near` and `far` skip rows from the beginning of the list, `near` with an offset of at
 * most SHALLOW; `end` skips rows from the end; `anchor` starts at an anchor before the page.
 */
export type Way = 'near' | 'far' | 'end' | 'anchor';

/** PostgreSQL must infer the type of every parameter, including those that a shape does not use. */
const UNUSED = `($2::int, $3::int, $4::text, $5::text) is not null or true`;

export interface ListShape {
  sort: Sort;
  way: Way;
  category: boolean;
  designer: boolean;
  limit: number;
}

/** The page sizes of the storefront. Only these are part of the statement, which bounds the number of prepared statements. */
const USUAL_LIMITS = new Set([6, 12, 24, 48]);

/**
 * One page as `total` and `patterns`, a JSON array in text. Parameters: language, limit, offset, category (or null),
 * designer (or null), and for `anchor` the anchor's key and id.
 *
 * The text contains a literal limit where possible, at least that of the largest page. With a parameter as the limit, the
 * generic plan expects a tenth of the table: PostgreSQL plans each request again, or reads a million rows to show twelve.
 */
export function listStatement({ sort, way, category, designer, limit }: ListShape): string {
  const { key, up } = ORDERS[sort];
  const { column, type } = KEYS[key];
  const order = (ascending: boolean, of = 'l') => {
    const direction = ascending ? 'asc' : 'desc';
    return `${of}.${column} ${direction}, ${of}.pattern_id ${direction}`;
  };
  const filter = [
    'true',
    ...(category ? ['category = $4'] : []),
    ...(designer ? ['designer_id = (select id from designers where slug = $5 or id::text = $5)'] : []),
  ].join(' and ');
  const size = USUAL_LIMITS.has(limit) ? limit : '$2::int';
  const list = `select l.pattern_id, l.${column} from listed_patterns l where ${filter}`;
  const shown = {
    near: `select * from (${list} order by ${order(up)} limit ${SHALLOW + 100}) l limit ${size} offset $3`,
    far: `select * from (${list} order by ${order(up)} limit ${size} offset $3) l limit 100`,
    end: `select * from (${list} order by ${order(!up)} limit greatest(least($2, (select n from total) - $3), 0)
          offset greatest((select n from total) - $3 - $2, 0)) l limit 100`,
    anchor: `select * from (${list} and (${column}, pattern_id) <= ($6::${type}, $7::uuid)
             order by ${order(false)} limit ${STEP + 100}) l limit ${size} offset $3`,
  }[way];
  const total = designer
    ? `select count(*)::int as n from listed_patterns where ${filter}`
    : `select coalesce(sum(patterns), 0)::int as n from pattern_counts where ${filter}`;
  return `
with total as (${total}), shown as (${shown})
select (select n from total) as total,
       coalesce((select '[' || string_agg(${CARD}::text, ',' order by ${order(up, 's')}) || ']'
                 from shown s join patterns p on p.id = s.pattern_id join designers d on d.id = p.designer_id
                 ${IN_LANGUAGE}), '[]') as patterns
where ${UNUSED}`;
}
