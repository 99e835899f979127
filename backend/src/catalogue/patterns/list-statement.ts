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

/** So many rows are counted off without a thought. */
export const SHALLOW = 2 * STEP;

/**
 * How a page is reached: `near` counts from the list's beginning, `far` as well but as far as it takes, `end` from the other
 * end, `anchor` from a row that is known to be close.
 */
export type Way = 'near' | 'far' | 'end' | 'anchor';

/** PostgreSQL wants to know the type of every parameter, also of those that a shape leaves out. */
const UNUSED = `($2::int, $3::int, $4::text, $5::text) is not null or true`;

export interface ListShape {
  sort: Sort;
  way: Way;
  category: boolean;
  designer: boolean;
  limit: number;
}

/** What the storefront asks for; other sizes are planned anew each time, so that nobody fills the server with plans. */
const USUAL_LIMITS = new Set([6, 12, 24, 48]);

/**
 * One page as `total` and `patterns`, a JSON array in text. Parameters: language, limit, offset, category (or null),
 * designer (or null), and the anchor's key and id for that way.
 *
 * Limits stand in the text where they can, if only that of the largest page: a plan for any limit and offset expects a tenth
 * of the table. It is found too dear and PostgreSQL plans each request again, or it reads a million rows to show twelve.
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
