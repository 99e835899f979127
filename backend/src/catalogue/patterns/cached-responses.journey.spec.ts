import { get } from 'node:http';
import { v7 as uuidv7 } from 'uuid';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { CatalogueChanges } from '../catalogue-changes.js';
import { aPattern } from '../../../test/support/builders.js';
import { manyPatterns } from '../../../test/support/many-patterns.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { rawGet } from '../../../test/support/raw-get.js';
import { until } from '../../../test/support/settles.js';

let shop: OpenShop;
let lina: string;

beforeAll(async () => {
  shop = await openShop();
  await manyPatterns(shop, 30);
  lina = await aPattern().titled('Sommerkleid Lina', 'Lina the Summer Dress').costing(1290).unprepared().in(shop);
  await waitUntilListening();
});
afterAll(() => shop?.close());

const waitUntilListening = () =>
  until('the API listens for changes', async () => shop.api.get(CatalogueChanges).listening);
const getPath = (path: string, headers?: Record<string, string>) => rawGet(`${shop.url}${path}`, headers);
const setTitle = (title: string) =>
  shop.sql.rows(`update patterns set texts = jsonb_set(texts, '{de,title}', to_jsonb($2::text)) where id = $1`, [
    lina,
    title,
  ]);
const setViewCount = (count: number) =>
  shop.sql.rows('update patterns set view_count = $2 where id = $1', [lina, count]);
const getDetail = async () => JSON.parse((await getPath(`/api/patterns/${lina}`)).text).data;
const listTitles = async (query = '') => {
  const { patterns } = JSON.parse((await getPath(`/api/patterns${query}`)).text).data as {
    patterns: { title: string }[];
  };
  return patterns.map(({ title }) => title);
};

describe('cached response of the catalogue', () => {
  it('is used for some seconds when only the view count changes', async () => {
    await setViewCount(5);
    await setTitle('Lina');
    await until('the new title is shown', async () => (await getDetail()).title === 'Lina');
    // The API does not cache a response if a notification arrives while it is read, so several attempts can be needed.
    const cached = await until('a response is cached although another view was counted', async () => {
      const { view_count: count } = await getDetail();
      await setViewCount(count + 1);
      return (await getDetail()).view_count === count && count;
    });
    const newCount = await until(
      'the response contains the new count',
      async () => {
        const { view_count: count } = await getDetail();
        return count !== cached && count;
      },
      8_000,
    );
    expect(newCount).toBe(cached + 1);
  });

  it('shows a change within a second, even after many reads', async () => {
    for (const title of ['Lina eins', 'Lina zwei', 'Lina drei']) {
      await Promise.all([getDetail(), listTitles(), listTitles('?sort=oldest&limit=48')]);
      await setTitle(title);
      await until('the detail shows the change', async () => (await getDetail()).title === title, 1_000);
      await until('the list shows the change', async () => (await listTitles()).includes(title), 1_000);
      expect((await getDetail()).title).toBe(title);
      await until(
        'the list sorted by oldest shows the change',
        async () => (await listTitles('?sort=oldest&limit=48')).includes(title),
        1_000,
      );
    }
  });

  it('is purged when its pattern is hidden', async () => {
    const hidden = await aPattern().titled('Gestohlenes').in(shop);
    const read = () => getPath(`/api/patterns/${hidden}`);
    await until(
      'the pattern is shown',
      async () => (await read()).status === 200 && (await listTitles()).includes('Gestohlenes'),
    );
    await shop.sql.rows(`update patterns set status = 'hidden' where id = $1`, [hidden]);
    await until('the pattern is not found', async () => (await read()).status === 404, 1_000);
    await until('the list does not contain it', async () => !(await listTitles()).includes('Gestohlenes'), 1_000);
    expect((await listTitles('?limit=48')).filter((title) => title === 'Gestohlenes')).toEqual([]);
  });

  it('shows a new name of the designer and new files of the pattern', async () => {
    await getDetail();
    await shop.sql.rows(
      `update designers set name = 'Naht & Saum' where id = (select designer_id from patterns where id = $1)`,
      [lina],
    );
    await until('the new name is shown', async () => (await getDetail()).designer_name === 'Naht & Saum', 1_000);
    await shop.sql.rows(
      `update pattern_files set state = 'ready', pages = 2, master_bytes = 10 where pattern_id = $1`,
      [lina],
    );
    await until('the new file is shown', async () => (await getDetail()).files.length > 0, 1_000);
    expect((await getDetail()).files).toMatchObject([{ kind: 'a4', pages: 2, bytes: 10 }]);
  });

  it('is not used while the connection for notifications is lost', async () => {
    await getDetail();
    await shop.sql.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'listen catalogue' and datname = current_database()`,
    );
    await until('the loss is noticed', async () => !shop.api.get(CatalogueChanges).listening, 1_000);
    await setViewCount(101);
    expect((await getDetail()).view_count).toBe(101);
    await waitUntilListening();
    await until('responses are cached again', async () => {
      await setViewCount(102);
      await getDetail();
      await setViewCount(103);
      return (await getDetail()).view_count === 102;
    });
  });

  it('is shared by URLs with the same meaning, and by no other URLs', async () => {
    const collectEtags = async (...paths: string[]) =>
      new Set(await Promise.all(paths.map(async (path) => (await getPath(path)).headers.etag)));
    const list = '/api/patterns';
    const equivalentUrls = [
      list,
      `${list}?page=1`,
      `${list}?utm_source=x&limit=12`,
      `${list}?category=&sort=newest&lang=de`,
    ];
    expect((await collectEtags(...equivalentUrls)).size).toBe(1);
    expect(
      (await collectEtags(list, `${list}?page=2`, `${list}?limit=6`, `${list}?lang=en`, `${list}?sort=oldest`)).size,
    ).toBe(5);
    const searchUrls = [`${list}?search=lina`, `${list}?search=lina&sort=newest`, `${list}?search=Schnitt`];
    const bodies = await Promise.all(searchUrls.map((path) => getPath(path)));
    expect(bodies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(bodies[2]!.text).not.toBe(bodies[0]!.text);
    expect((await getPath(`${list}?sort=newest&sort=oldest`)).status).toBe(400);
    expect((await getPath(`/api/patterns/${lina.toUpperCase()}`)).status).toBe(200);
  });

  it('is sent in the accepted encoding, with a different ETag per encoding', async () => {
    const path = '/api/patterns?limit=24';
    const uncompressed = await getPath(path);
    expect(uncompressed.headers['content-encoding']).toBeUndefined();
    // Two rounds: the first responses are computed, the second ones come from the cache.
    for (let round = 0; round < 2; round++) {
      const br = await getPath(path, { 'accept-encoding': 'gzip, deflate, br' });
      const gz = await getPath(path, { 'accept-encoding': 'gzip, br;q=0' });
      expect([br.headers['content-encoding'], gz.headers['content-encoding']]).toEqual(['br', 'gzip']);
      expect(brotliDecompressSync(br.bytes).equals(uncompressed.bytes)).toBe(true);
      expect(gunzipSync(gz.bytes).equals(uncompressed.bytes)).toBe(true);
      expect(br.bytes.length).toBeLessThan(uncompressed.bytes.length / 2);
      expect(new Set([uncompressed, br, gz].map(({ headers }) => headers.etag)).size).toBe(3);
      expect(br.headers.vary).toMatch(/accept-encoding/i);
      expect(br.headers['content-length']).toBe(String(br.bytes.length));
    }
  });

  it('has the status 304 for the current ETag, also after an unrelated change, and 200 for an older ETag', async () => {
    await setTitle('Lina mit Etikett');
    await until('the change is shown', async () => (await getDetail()).title === 'Lina mit Etikett');
    const path = `/api/patterns/${lina}`;
    const { headers } = await getPath(path);
    for (const tag of [headers.etag!, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
      const repeated = await getPath(path, { 'if-none-match': tag });
      expect([tag, repeated.status, repeated.bytes.length, repeated.headers.etag]).toEqual([tag, 304, 0, headers.etag]);
      expect(repeated.headers['cache-control']).toBe(headers['cache-control']);
    }
    await shop.sql.rows('update designers set bio = bio where slug is not null');
    const fresh = await getPath(path, { 'if-none-match': headers.etag! });
    expect([fresh.status, fresh.bytes.length]).toEqual([304, 0]);
    await setTitle('Lina ohne Etikett');
    await until('the ETag changes', async () => (await getPath(path)).headers.etag !== headers.etag, 1_000);
    expect((await getPath(path, { 'if-none-match': headers.etag! })).status).toBe(200);
  });

  it('has the same headers on each cache hit, but no headers with data of the first visitor', async () => {
    const path = '/api/patterns?limit=7';
    const { date: _, ...first } = (await getPath(path, { authorization: 'Bearer nonsense' })).headers;
    const { date: __, ...cached } = (await getPath(path)).headers;
    const expected = [
      'content-security-policy',
      'cross-origin-resource-policy',
      'x-content-type-options',
      'etag',
      'vary',
    ];
    for (const header of expected) {
      expect([header, cached[header]]).toEqual([header, first[header]]);
      expect(cached[header]).toBeTruthy();
    }
    expect(cached['cache-control']).toBe('public, max-age=1, stale-while-revalidate=9');
    expect(Object.keys(cached).filter((name) => /limit|cookie|request-id/.test(name))).toEqual([]);
    expect(cached['content-type']).toBe('application/json; charset=utf-8');
  });

  it('is computed once for concurrent requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => getPath('/api/patterns?sort=popular&limit=11')),
    );
    expect(new Set(responses.map(({ status, headers, text }) => `${status} ${headers.etag} ${text.length}`)).size).toBe(
      1,
    );
    const missing = uuidv7();
    const refused = await Promise.all(Array.from({ length: 40 }, () => getPath(`/api/patterns/${missing}`)));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([404]));
    expect(refused[0]!.headers['cache-control']).toBe('no-store');
  });

  it('is computed for waiting clients even when the client that sent the first request disconnects', async () => {
    const path = '/api/patterns?sort=oldest&limit=13';
    const countWaiting = () =>
      shop.sql.row<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where application_name = 'sql' and wait_event_type = 'Lock'
         and datname = current_database()`,
      );
    const otherResponses = await shop.sql.ownTransaction(async (client) => {
      await client.query('lock table patterns in access exclusive mode');
      const first = get(`${shop.url}${path}`, { agent: false }).on('error', () => undefined);
      await until('the first request is waiting', async () => (await countWaiting())!.count === 1);
      const responses = Array.from({ length: 5 }, () => getPath(path));
      await getPath('/health');
      first.destroy();
      await getPath('/health');
      expect((await countWaiting())!.count).toBe(1);
      return responses;
    });
    const etags = (await Promise.all(otherResponses)).map(({ headers }) => headers.etag);
    expect([new Set(etags).size, etags[0]]).toEqual([1, expect.any(String)]);
  });
});

describe('metadata of a pattern', () => {
  it('contains meta tags and structured data in both languages', async () => {
    await shop.sql.rows(
      `update patterns set preview_images = '["/media/lina.webp"]', texts = jsonb_set(texts, '{en,description}', to_jsonb($2::text)) where id = $1`,
      [lina, 'x'.repeat(156)],
    );
    const { body } = await shop.http.get(`/meta/pattern/${lina}?lang=en`).expect(200);
    const url = `${shop.config.publicUrl}/en/patterns/${lina}`;
    const image = `${shop.config.publicUrl}/media/lina.webp`;
    expect(body.data.meta_tags).toMatchObject({ keywords: 'Test', image, url, type: 'product' });
    expect(body.data.meta_tags.title).toMatch(/^Lina the Summer Dress by /);
    expect(body.data.meta_tags.description).toBe(`${'x'.repeat(152)}...`);
    expect(body.data.structured_data).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Product',
      image: [image],
      offers: { price: '12.90', priceCurrency: 'EUR', availability: 'https://schema.org/InStock', url },
    });
    expect((await shop.http.get(`/meta/pattern/${lina}`)).body.data.meta_tags.title).toMatch(/ von /);
  });

  it.each([uuidv7(), 'nonsense'])('returns 404 for the id %s', async (id) => {
    const { status, body } = await shop.http.get(`/meta/pattern/${id}`);
    expect([status, body.code]).toEqual([404, 'PATTERN_NOT_FOUND']);
  });
});
