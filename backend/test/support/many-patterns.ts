import type { OpenShop } from './open-shop.js';

/**
 * Inserts many published patterns with few different dates, prices and view counts, so that sorted lists have ties. Three
 * in five are dresses. The triggers are disabled during the insert; the update afterwards runs the triggers that fill
 * `listed_patterns`.
 */
export async function manyPatterns(shop: OpenShop, count: number): Promise<void> {
  await shop.owner.ownTransaction(async (client) => {
    await client.query(`set local session_replication_role = replica`);
    await client.query(
      `insert into designers (id, slug, name, bio, created_at)
       select gen_random_uuid(), 'atelier-' || n, 'Atelier ' || n, '{}', now() from generate_series(1, 5) n`,
    );
    await client.query(
      `insert into patterns (id, designer_id, slug, status, texts, category, difficulty_level, details, preview_images,
                             price_cents, currency, view_count, created_at, published_at, updated_at)
       select gen_random_uuid(), (select id from designers where slug = 'atelier-' || (n % 5 + 1)), 'many-' || n, 'published',
              jsonb_build_object('de', jsonb_build_object('title', 'Schnitt ' || n, 'description', 'Text',
                                                          'estimated_time', '1 Stunde', 'tags', '[]'::jsonb)),
              (array['Dresses', 'Dresses', 'Dresses', 'Tops', 'Bottoms'])[n % 5 + 1], 'Beginner',
              '{"de": {"sizes": ["36", "38"]}}', '[]', 100 * (n * 7 % 11), 'EUR', n * 13 % 17,
              now(), timestamptz '2026-01-01' + (n * 31 % 400) * interval '1 hour', now()
       from generate_series(1, $1::int) n`,
      [count],
    );
  });
  await shop.sql.rows(`update patterns set updated_at = updated_at where slug like 'many-%'`);
  await shop.owner.rows('analyze patterns, listed_patterns, designers');
}
