import { JobRunner } from '#workers/runtime/job-runner.js';
import { aBuyer, aPattern, type TestBuyer } from '../../test/support/builders.js';
import { foundInDatabase } from '../../test/support/personal-data-scan.js';
import { type OpenShop, openShop } from '../../test/support/open-shop.js';
import { as, startPayment } from '../../test/support/pay.js';
import { until } from '../../test/support/settles.js';

const PASSWORD = 'Nadel-und-Faden-7';
let shop: OpenShop;
let designer: TestBuyer;
/** Ids of the designer's patterns. A key names the status of the pattern or of its order. */
const patterns: Record<string, string> = {};
let objects: { patternId: string; key: string }[];

/** Creates a pattern with a picture for the designer. @returns the id of the pattern */
async function createDesignerPattern(title: string): Promise<string> {
  const id = await aPattern().titled(title).in(shop);
  await shop.sql.rows(`update patterns set designer_id = (select id from designers where user_id = $1) where id = $2`, [
    designer.id,
    id,
  ]);
  const key = `media/${id}.webp`;
  await shop.files.put(key, Buffer.from('picture'), 'image/webp');
  await shop.sql.rows(
    `insert into pattern_pictures (id, pattern_id, state, source_key, url, requested_at)
     values (gen_random_uuid(), $1, 'ready', 'incoming/none', '/' || $2, now())`,
    [id, key],
  );
  return id;
}

const createOrder = async (patternId: string, state: 'pending' | 'cancelled' | 'refunded') => {
  const { body } = await startPayment(shop, await aBuyer(shop), patternId).expect(201);
  await shop.sql.rows(`update purchases set status = $2, next_payment_check_at = null where id = $1`, [
    body.data.purchase_id,
    state,
  ]);
};

beforeAll(async () => {
  shop = await openShop({ workers: true });
  designer = await aBuyer(shop);
  patterns.first = await aPattern().titled('Kuckucksrock').by(designer.id).in(shop);
  for (const name of ['unsold', 'withdrawn', 'hidden', 'cancelled', 'pending', 'refunded'])
    patterns[name] = await createDesignerPattern(`Kuckucksrock ${name}`);
  await shop.settles();
  await createOrder(patterns.cancelled!, 'cancelled');
  await createOrder(patterns.pending!, 'pending');
  await createOrder(patterns.refunded!, 'refunded');
  for (const status of ['withdrawn', 'hidden'])
    await shop.sql.rows('update patterns set status = $2 where id = $1', [patterns[status], status]);
  // Creates more patterns than one batch of the erasure contains.
  await shop.sql.rows(
    `insert into patterns select (jsonb_populate_record(p,
       jsonb_build_object('id', gen_random_uuid(), 'slug', gen_random_uuid()::text))).*
     from patterns p, generate_series(1, 120) where id = $1`,
    [patterns.first],
  );
  objects = await shop.sql.rows(
    `select pattern_id as "patternId", master_key as key from pattern_files where master_key is not null
     union all select pattern_id, substr(url, 2) from pattern_pictures`,
  );
  await as(shop, designer).post('/api/gdpr/delete', { password: PASSWORD }).expect(202);
  await shop.settles();
  await shop.sql.rows(`update deletions set erase_at = now() - interval '1 second' where user_id = $1`, [designer.id]);
  await shop.workers.get(JobRunner).run({ name: 'start-erasures', data: {} });
  await until('the designer is erased', () =>
    shop.sql.row('select from deletions where user_id = $1 and erased_at is not null', [designer.id]),
  );
  await shop.settles();
}, 120_000);
afterAll(() => shop.close());

describe('the erasure of a designer', () => {
  it('deletes every pattern without orders, and unpublishes every pattern with an order', async () => {
    const remaining = await shop.sql.rows<{ id: string; status: string; title: string }>(
      `select id, status, texts->'de'->>'title' as title from patterns order by id`,
    );
    expect(remaining).toEqual([
      { id: patterns.cancelled, status: 'withdrawn', title: 'Gelöschtes Schnittmuster / deleted pattern' },
      { id: patterns.pending, status: 'withdrawn', title: 'Kuckucksrock pending' },
      { id: patterns.refunded, status: 'withdrawn', title: 'Kuckucksrock refunded' },
    ]);
  });

  it('keeps files and pictures only of patterns with a pending or refunded order', async () => {
    const kept = [patterns.pending, patterns.refunded];
    const stored = await Promise.all(
      objects.map(async ({ patternId, key }) => [patternId, (await shop.files.head(key)) !== null] as const),
    );
    // Seven masters, and six pictures: the first pattern has no picture.
    expect(stored).toHaveLength(13);
    expect(stored).toEqual(stored.map(([patternId]) => [patternId, kept.includes(patternId)]));
    const files = await shop.sql.rows<{ id: string }>('select distinct pattern_id as id from pattern_files');
    expect(files.map(({ id }) => id).sort()).toEqual(kept);
  });

  it('keeps the texts of the designer only in patterns with a pending or refunded order', async () => {
    expect(await foundInDatabase(shop, ['Kuckucksrock unsold', 'Kuckucksrock cancelled'])).toEqual([]);
    expect((await foundInDatabase(shop, ['kuckuck'])).sort()).toEqual(['pattern_files.file_name', 'patterns.texts']);
  });
});
