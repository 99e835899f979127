import type { Sort } from './catalogue.contract.js';
import { CARD, IN_LANGUAGE } from './pattern-rows.js';
import { MOST_HITS } from './search-plan.js';

const ORDER: Record<Sort, string> = {
  newest: 'l.published_at desc, l.pattern_id desc',
  oldest: 'l.published_at, l.pattern_id',
  popular: 'l.view_count desc, l.pattern_id desc',
  price_asc: 'l.price_cents, l.pattern_id',
  price_desc: 'l.price_cents desc, l.pattern_id desc',
};

/** The first hits in an order, by reading so many patterns in that order. */
const walked = (order: string, steps: string, found: string) => `
  select l.pattern_id, l.published_at from (select * from listed_patterns l order by ${order} limit ${steps}::int) l,
    lateral (select from ${found} offset 0) hit
  limit ${MOST_HITS}`;

// $1 language, $2 limit, $3 offset; then what each kind of statement says.
const shown = (total: string) => `
select ${total} as total,
       coalesce((select '[' || string_agg(${CARD}::text, ',' order by w.place) || ']'
                 from shown w join patterns p on p.id = w.pattern_id join designers d on d.id = p.designer_id
                 ${IN_LANGUAGE}), '[]') as patterns`;

const CIRCLES = ['exact', 'titled', 'tagged', 'anywhere'];

/** $4–$7 the circles' queries, $8–$13 the judges, and if any is walked $14–$17 how far each. Best first, then newest. */
function byRelevance({ walk }: Shape): string {
  const circles = CIRCLES.map((name, place) => {
    const query = `$${4 + place}::tsquery`;
    const steps = `$${14 + place}`;
    // A circle that is full leaves nothing to the wider ones; asked first, so that they are not even begun.
    const wanted = ['true', ...CIRCLES.slice(0, place).map((last) => `(select count(*) from ${last}) < ${MOST_HITS}`)];
    const begun = (also: string[], rest: string) =>
      `select f.pattern_id, f.published_at from (select where ${[...wanted, ...also].join(' and ')}) g, lateral (${rest}) f`;
    const byIndex = `
      select s.pattern_id, s.published_at from pattern_search s where s.words @@ ${query} order by s.published_at desc limit ${MOST_HITS}`;
    if (!walk) return `${name} as materialized (${begun([], byIndex)})`;
    const found =
      name === 'anywhere'
        ? `pattern_search s where s.pattern_id = l.pattern_id and s.words @@ ${query}`
        : `pattern_headlines s where s.pattern_id = l.pattern_id and s.strong @@ ${query}`;
    return `
${name}_first as materialized (${begun([`${steps}::int > 0`], walked(ORDER.newest, steps, found))}),
${name} as materialized (select pattern_id, published_at from ${name}_first
  union ${begun([`(select count(*) from ${name}_first) < ${MOST_HITS}`], byIndex)})`;
  });
  return `
with ${circles.join(',\n')},
hits as materialized (${CIRCLES.map((name) => `select pattern_id, published_at from ${name}`).join(' union ')}),
judges as materialized (
  select * from unnest($8::tsquery[], $9::tsquery[], $10::tsquery[], $11::tsquery[], $12::tsquery[], $13::tsquery[])
    as j(written, stem, synonym, tag, designer, said)),
judged as materialized (
  select s.pattern_id, h.published_at,
         (select sum(case when s.strong @@ j.written then 20 when s.strong @@ j.stem then 14
                          when s.strong @@ j.synonym then 12 when s.strong @@ j.tag then 6
                          when s.strong @@ j.designer then 3 else 1 end
                     + case when s.strong @@ j.said then 4 else 0 end) from judges j) as worth
  from hits h, lateral (select * from pattern_headlines p where p.pattern_id = h.pattern_id offset 0) s),
best as (
  select pattern_id, row_number() over (order by worth desc, published_at desc, pattern_id desc) as place from judged),
shown as (select pattern_id, place from best where place > $3 and place <= least($3::int + $2::int, ${MOST_HITS}))
${shown(`(select least(count(*), ${MOST_HITS})::int from hits)`)}`;
}

/** $4 the widest circle's query, and if it is walked $5 how far. */
function inSort({ sort, walk }: Shape): string {
  const order = ORDER[sort!];
  // Views are counted too often to be kept with the terms.
  const from =
    sort === 'popular' ? 'pattern_search s join listed_patterns l on l.pattern_id = s.pattern_id' : 'pattern_search l';
  const words = sort === 'popular' ? 's.words' : 'l.words';
  const byIndex = `select l.pattern_id, l.published_at from ${from} where ${words} @@ $4::tsquery order by ${order} limit ${MOST_HITS}`;
  const found = `pattern_search s where s.pattern_id = l.pattern_id and s.words @@ $4::tsquery`;
  const ids = walk
    ? `first as materialized (${walked(order, '$5', found)}),
       ids as materialized (
         select pattern_id, published_at from first
         union
         select f.pattern_id, f.published_at from (select where (select count(*) from first) < ${MOST_HITS}) g, lateral (${byIndex}) f)`
    : `ids as materialized (${byIndex})`;
  const hits = `${ids},
hits as materialized (
  select l.* from ids i, lateral (select * from listed_patterns l where l.pattern_id = i.pattern_id offset 0) l order by ${order} limit ${MOST_HITS})`;
  return `
with ${hits},
placed as (select l.pattern_id, row_number() over (order by ${order}) as place from hits l),
shown as (select pattern_id, place from placed where place > $3 and place <= $3::int + $2::int)
${shown('(select count(*)::int from hits)')}`;
}

export interface Shape {
  /** None: by relevance. */
  sort: Sort | undefined;
  walk: boolean;
}

const made = new Map<string, string>();

export function searchStatement(shape: Shape): string {
  const key = JSON.stringify(shape);
  const statement = made.get(key) ?? (shape.sort ? inSort(shape) : byRelevance(shape));
  made.set(key, statement);
  return statement;
}
