import type { Client } from 'pg';
import { DESCRIPTIONS, GARMENTS, KINDS, LABELS, NAMES, STYLES, TECHNIQUES } from './generated-words.ts';

const BATCH = 5_000;
const MIN_FOR_INDEX_REBUILD = 10_000;

/**
 * Inserts the published patterns with the numbers `first` to `first + count - 1`. Each number gives the same pattern in
 * every database. Words and lengths resemble the demo patterns: about a third are dresses, and a response with twelve
 * patterns has about 9 kB. A fifth of the patterns have a text in only one language.
 *
 * @param client a client of a migrated database; all triggers run
 */
export async function generatePatterns(
  client: Pick<Client, 'query'>,
  count: number,
  { first = 1, progress }: { first?: number; progress?: (inserted: number) => void } = {},
): Promise<void> {
  await client.query(DESIGNERS, [JSON.stringify(LABELS)]);
  const words = JSON.stringify({
    garments: GARMENTS.map(([de, en, category]) => ({ de, en, category })),
    kinds: KINDS.map(([de, en]) => ({ de, en })),
    styles: STYLES.map(([de, en]) => ({ de, en })),
    names: NAMES,
    sentences: DESCRIPTIONS.map(([de, en]) => ({ de, en })),
    techniques: TECHNIQUES.map(([de, en]) => ({ de, en })),
  });
  const indexes = count > MIN_FOR_INDEX_REBUILD ? await dropIndexes(client) : [];
  for (let from = first; from < first + count; from += BATCH) {
    const to = Math.min(from + BATCH, first + count) - 1;
    await client.query(PATTERNS, [words, from, to]);
    progress?.(to - first + 1);
  }
  for (const index of indexes) await client.query(index);
  await client.query('vacuum analyze');
}

/**
 * Drops the GIN indexes of the search, because building them afterwards is faster than updating them for each row.
 * @returns the statements that create the indexes again
 */
async function dropIndexes(client: Pick<Client, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'pattern_search' and indexdef like '% gin %'`,
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}

const DESIGNERS = `
insert into designers (id, slug, name, bio, created_at)
select md5('designer ' || n)::uuid, 'label-' || n, name, jsonb_build_object('de', 'Schnittmuster von ' || name), '2023-01-01Z'
from jsonb_array_elements_text($1::jsonb) with ordinality as l(name, n)
on conflict do nothing`;

/** @returns SQL of a pseudo-random number below `many`, which depends only on the pattern's number `n` and on `choice` */
const pick = (choice: number, many: string) => `mod(hashint8extended(n, ${choice}) & 1073741823, ${many})::int`;
/** @returns SQL of an element of a word list, chosen with `pick` */
const chosen = (list: string, choice: number) =>
  `(w.${list} -> ${pick(choice, `jsonb_array_length(w.${list})::bigint`)})`;

const text = (language: 'de' | 'en') => {
  const [kindText, garmentText] = [`g.kind->>'${language}'`, `g.garment->>'${language}'`];
  const title =
    language === 'de'
      ? `case when g.joined then (${kindText}) || lower(${garmentText}) else (g.style->>'de') || ' ' || (${garmentText}) end || ' ' || g.name`
      : `g.name || ' ' || case when g.joined then ${kindText} else g.style->>'en' end || ' ' || (${garmentText})`;
  return `jsonb_build_object(
    'title', ${title},
    'description', concat_ws(' ', g.s1->>'${language}', g.s2->>'${language}', g.s3->>'${language}', g.s4->>'${language}'),
    'estimated_time', (2 + ${pick(20, '14::bigint')}) || ' ${language === 'de' ? 'Stunden' : 'hours'}',
    'tags', jsonb_build_array(${kindText}, g.style->>'${language}', g.other->>'${language}', g.t1->>'${language}'))`;
};

const details = (language: 'de' | 'en') => `jsonb_build_object(
    'sizes', '["34","36","38","40","42","44","46"]'::jsonb,
    'size_chart', '{"columns":["Größe","Brust","Taille","Hüfte"],"rows":[["34","80","64","90"],["38","88","72","98"],["42","96","80","106"]]}'::jsonb,
    'materials', jsonb_build_array(g.kind->>'${language}'), 'tools', '[]'::jsonb,
    'notions', '["${language === 'de' ? 'Nähgarn' : 'Sewing thread'}"]'::jsonb,
    'fabric', '[{"width_cm":140,"meters":[{"size":"34","m":1.4},{"size":"46","m":2.1}]}]'::jsonb,
    'seam_allowance', '${language === 'de' ? '1 cm ist enthalten' : '1 cm is included'}',
    'techniques', jsonb_build_array(g.t1->>'${language}', g.t2->>'${language}'), 'notes', null,
    'instructions_languages', '["de","en"]'::jsonb)`;

const PATTERNS = `
insert into patterns (id, designer_id, slug, status, texts, category, difficulty_level, details, preview_images,
                      price_cents, currency, view_count, created_at, published_at, updated_at)
select md5('pattern ' || n)::uuid, md5('designer ' || 1 + ${pick(1, `${LABELS.length}::bigint`)})::uuid, 'generated-' || n, 'published',
       case ${pick(2, '10::bigint')} when 0 then jsonb_build_object('de', ${text('de')})
         when 1 then jsonb_build_object('en', ${text('en')})
         else jsonb_build_object('de', ${text('de')}, 'en', ${text('en')}) end,
       g.garment->>'category',
       (array['Beginner','Intermediate','Advanced','Expert'])[1 + ${pick(3, '4::bigint')}],
       jsonb_build_object('de', ${details('de')}, 'en', ${details('en')}),
       jsonb_build_array('/media/generated-' || n || '-1.webp', '/media/generated-' || n || '-2.webp'),
       290 + 100 * ${pick(4, '13::bigint')}, 'EUR', ${pick(5, '5000::bigint')}, at, at, at
from (select $1::jsonb as words) input,
  lateral jsonb_to_record(words) as w(garments jsonb, kinds jsonb, styles jsonb, names jsonb, sentences jsonb, techniques jsonb),
  generate_series($2::bigint, $3::bigint) n,
  lateral (select ${chosen('garments', 6)} as garment, ${chosen('kinds', 7)} as kind, ${chosen('styles', 8)} as style,
                  ${chosen('kinds', 9)} as other, ${chosen('names', 10)} #>> '{}' as name, ${pick(11, '3::bigint')} > 0 as joined,
                  ${[12, 13, 14, 15].map((choice, at) => `${chosen('sentences', choice)} as s${at + 1}`).join(', ')},
                  ${chosen('techniques', 16)} as t1, ${chosen('techniques', 17)} as t2,
                  timestamptz '2026-06-01Z' - make_interval(mins => ${pick(18, '1500000::bigint')}) as at offset 0) g`;
