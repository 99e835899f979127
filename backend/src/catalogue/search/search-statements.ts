import type { Sort } from '../catalogue.contract.js';
import { CARD, IN_LANGUAGE } from '../patterns/pattern-rows.js';
import { CIRCLES, MOST_HITS } from './search-plan.js';

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

/** The conditions apart, since an index reads two of them in a third of the time of both in one. */
const says = (column: string, parts: number, first: number) =>
  Array.from({ length: parts }, (_, part) => `${column} @@ $${first + part}::tsquery`).join(' and ');

/** $4–$9 the judges, if any circle is walked $10–$13 how far each, then each circle's parts. Best first, then newest. */
function byRelevance({ walk, parts }: Shape): string {
  const circles = CIRCLES.map((name, place) => {
    const first = (walk ? 14 : 10) + place * parts;
    const steps = `$${10 + place}`;
    // A circle that is full leaves nothing to the wider ones; asked first, so that they are not even begun.
    const wanted = ['true', ...CIRCLES.slice(0, place).map((last) => `(select count(*) from ${last}) < ${MOST_HITS}`)];
    const begun = (also: string[], rest: string) =>
      `select f.pattern_id, f.published_at from (select where ${[...wanted, ...also].join(' and ')}) g, lateral (${rest}) f`;
    const byIndex = `
      select s.pattern_id, s.published_at from pattern_search s where ${says('s.words', parts, first)} order by s.published_at desc limit ${MOST_HITS}`;
    if (!walk) return `${name} as materialized (${begun([], byIndex)})`;
    const found =
      name === 'anywhere'
        ? `pattern_search s where s.pattern_id = l.pattern_id and ${says('s.words', parts, first)}`
        : `pattern_headlines s where s.pattern_id = l.pattern_id and ${says('s.strong', parts, first)}`;
    return `
${name}_first as materialized (${begun([`${steps}::int > 0`], walked(ORDER.newest, steps, found))}),
${name} as materialized (select pattern_id, published_at from ${name}_first
  union ${begun([`(select count(*) from ${name}_first) < ${MOST_HITS}`], byIndex)})`;
  });
  return `
with ${circles.join(',\n')},
hits as materialized (
  select pattern_id, published_at from (${CIRCLES.map((name, place) => `select ${place} as circle, * from ${name}`).join(' union all ')}) c
  group by pattern_id, published_at order by min(circle), published_at desc limit ${MOST_HITS}),
judges as materialized (
  select * from unnest($4::tsquery[], $5::tsquery[], $6::tsquery[], $7::tsquery[], $8::tsquery[], $9::tsquery[])
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
${shown('(select count(*)::int from hits)')}`;
}

/** If the widest circle is walked $4 how far, then its parts. */
function inSort({ sort, walk, parts }: Shape): string {
  const order = ORDER[sort!];
  const first = walk ? 5 : 4;
  // Views are counted too often to be kept with the terms. Found first: PostgreSQL would rather walk, however far it is.
  const from =
    sort === 'popular'
      ? `(select s.pattern_id from pattern_search s where ${says('s.words', parts, first)} offset 0) s
         join listed_patterns l on l.pattern_id = s.pattern_id`
      : `pattern_search l where ${says('l.words', parts, first)}`;
  const byIndex = `select l.pattern_id, l.published_at from ${from} order by ${order} limit ${MOST_HITS}`;
  const found = `pattern_search s where s.pattern_id = l.pattern_id and ${says('s.words', parts, first)}`;
  const ids = walk
    ? `first as materialized (${walked(order, '$4', found)}),
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
  /** Into how many conditions each circle is split. */
  parts: number;
}

const made = new Map<string, string>();

export function searchStatement(shape: Shape): string {
  const key = JSON.stringify(shape);
  const statement = made.get(key) ?? (shape.sort ? inSort(shape) : byRelevance(shape));
  made.set(key, statement);
  return statement;
}
