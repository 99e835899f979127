import type { Sort } from '../catalogue.contract.js';
import { CARD, IN_LANGUAGE } from '../patterns/pattern-rows.js';
import { TIERS, MAX_HITS } from './search-plan.js';

const ORDER: Record<Sort, string> = {
  newest: 'l.published_at desc, l.pattern_id desc',
  oldest: 'l.published_at, l.pattern_id',
  popular: 'l.view_count desc, l.pattern_id desc',
  price_asc: 'l.price_cents, l.pattern_id',
  price_desc: 'l.price_cents desc, l.pattern_id desc',
};

/**
 * Reads the first `scan` patterns in the order `order` and selects the hits. `hitQuery` tests whether a pattern is a hit.
 */
const scanQuery = (order: string, scan: string, hitQuery: string) => `
  select l.pattern_id, l.published_at from (select * from listed_patterns l order by ${order} limit ${scan}::int) l,
    lateral (select from ${hitQuery} offset 0) hit
  limit ${MAX_HITS}`;

// $1 language, $2 limit, $3 offset; relevanceStatement and sortedStatement document the other parameters.
const resultColumns = (total: string) => `
select ${total} as total,
       coalesce((select '[' || string_agg(${CARD}::text, ',' order by w.place) || ']'
                 from shown w join patterns p on p.id = w.pattern_id join designers d on d.id = p.designer_id
                 ${IN_LANGUAGE}), '[]') as patterns`;

/** Uses separate conditions: the index evaluates two of them in a third of the time that one combined condition takes. */
const matchAll = (column: string, parts: number, first: number) =>
  Array.from({ length: parts }, (_, part) => `${column} @@ $${first + part}::tsquery`).join(' and ');

/**
 * The statement for hits by relevance; among equally relevant hits the newest is first. Each word of the search adds to the
 * score of a hit: 20 to 1 points for the strictest criterion that the hit meets, and 4 more points if the word itself, and
 * not only a synonym, is in title, tags, category, level or price.
 *
 * Parameters: $4–$9 the criteria; with a scan, $10–$13 the number of patterns to scan in each tier; then the parts of each
 * tier.
 */
function relevanceStatement({ scan, parts }: SearchShape): string {
  const tiers = TIERS.map((name, place) => {
    const first = (scan ? 14 : 10) + place * parts;
    const scanned = `$${10 + place}`;
    // A tier is not executed if a narrower tier already has MAX_HITS hits.
    const narrowerTiers = TIERS.slice(0, place);
    const conditions = ['true', ...narrowerTiers.map((tier) => `(select count(*) from ${tier}) < ${MAX_HITS}`)];
    const unlessFull = (moreConditions: string[], query: string) =>
      `select f.pattern_id, f.published_at from (select where ${[...conditions, ...moreConditions].join(' and ')}) g, lateral (${query}) f`;
    const byIndex = `
      select s.pattern_id, s.published_at from pattern_search s where ${matchAll('s.words', parts, first)} order by s.published_at desc limit ${MAX_HITS}`;
    if (!scan) return `${name} as materialized (${unlessFull([], byIndex)})`;
    const hitQuery =
      name === 'anywhere'
        ? `pattern_search s where s.pattern_id = l.pattern_id and ${matchAll('s.words', parts, first)}`
        : `pattern_headlines s where s.pattern_id = l.pattern_id and ${matchAll('s.strong', parts, first)}`;
    return `
${name}_first as materialized (${unlessFull([`${scanned}::int > 0`], scanQuery(ORDER.newest, scanned, hitQuery))}),
${name} as materialized (select pattern_id, published_at from ${name}_first
  union ${unlessFull([`(select count(*) from ${name}_first) < ${MAX_HITS}`], byIndex)})`;
  });
  return `
with ${tiers.join(',\n')},
hits as materialized (
  select pattern_id, published_at from (${TIERS.map((name, place) => `select ${place} as tier, * from ${name}`).join(' union all ')}) c
  group by pattern_id, published_at order by min(tier), published_at desc limit ${MAX_HITS}),
criteria as materialized (
  select * from unnest($4::tsquery[], $5::tsquery[], $6::tsquery[], $7::tsquery[], $8::tsquery[], $9::tsquery[])
    as j(written, stem, synonym, tag, designer, own_stem)),
scored as materialized (
  select s.pattern_id, h.published_at,
         (select sum(case when s.strong @@ j.written then 20 when s.strong @@ j.stem then 14
                          when s.strong @@ j.synonym then 12 when s.strong @@ j.tag then 6
                          when s.strong @@ j.designer then 3 else 1 end
                     + case when s.strong @@ j.own_stem then 4 else 0 end) from criteria j) as score
  from hits h, lateral (select * from pattern_headlines p where p.pattern_id = h.pattern_id offset 0) s),
best as (
  select pattern_id, row_number() over (order by score desc, published_at desc, pattern_id desc) as place from scored),
shown as (select pattern_id, place from best where place > $3 and place <= least($3::int + $2::int, ${MAX_HITS}))
${resultColumns('(select count(*)::int from hits)')}`;
}

/**
 * The statement for hits in a sort order. Parameters: with a scan, $4 the number of patterns to scan; then the parts of the
 * widest tier.
 */
function sortedStatement({ sort, scan, parts }: SearchShape): string {
  const order = ORDER[sort!];
  const first = scan ? 5 : 4;
  // View counts change too often to be stored with the terms, so they come from listed_patterns. `offset 0` makes PostgreSQL
  // search first. Otherwise it can scan all patterns in the order of their views, which can take long.
  const from =
    sort === 'popular'
      ? `(select s.pattern_id from pattern_search s where ${matchAll('s.words', parts, first)} offset 0) s
         join listed_patterns l on l.pattern_id = s.pattern_id`
      : `pattern_search l where ${matchAll('l.words', parts, first)}`;
  const byIndex = `select l.pattern_id, l.published_at from ${from} order by ${order} limit ${MAX_HITS}`;
  const hitQuery = `pattern_search s where s.pattern_id = l.pattern_id and ${matchAll('s.words', parts, first)}`;
  const ids = scan
    ? `first as materialized (${scanQuery(order, '$4', hitQuery)}),
       ids as materialized (
         select pattern_id, published_at from first
         union
         select f.pattern_id, f.published_at from (select where (select count(*) from first) < ${MAX_HITS}) g, lateral (${byIndex}) f)`
    : `ids as materialized (${byIndex})`;
  const hits = `${ids},
hits as materialized (
  select l.* from ids i, lateral (select * from listed_patterns l where l.pattern_id = i.pattern_id offset 0) l order by ${order} limit ${MAX_HITS})`;
  return `
with ${hits},
placed as (select l.pattern_id, row_number() over (order by ${order}) as place from hits l),
shown as (select pattern_id, place from placed where place > $3 and place <= $3::int + $2::int)
${resultColumns('(select count(*)::int from hits)')}`;
}

export interface SearchShape {
  /** Undefined means by relevance. */
  sort: Sort | undefined;
  /** Whether the statement scans patterns in the order of the result before it uses the index. */
  scan: boolean;
  /** The number of conditions per tier. */
  parts: number;
}

const statements = new Map<string, string>();

export function searchStatement(shape: SearchShape): string {
  const key = JSON.stringify(shape);
  const statement = statements.get(key) ?? (shape.sort ? sortedStatement(shape) : relevanceStatement(shape));
  statements.set(key, statement);
  return statement;
}
