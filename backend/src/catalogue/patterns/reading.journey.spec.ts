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
  await listening();
});
afterAll(() => shop?.close());

const listening = () => until('the shop listens to changes', async () => shop.api.get(CatalogueChanges).listening);
const at = (path: string, headers?: Record<string, string>) => rawGet(`${shop.url}${path}`, headers);
const titled = (title: string) =>
  shop.sql.rows(`update patterns set texts = jsonb_set(texts, '{de,title}', to_jsonb($2::text)) where id = $1`, [
    lina,
    title,
  ]);
const viewed = (count: number) => shop.sql.rows('update patterns set view_count = $2 where id = $1', [lina, count]);
const detail = async () => JSON.parse((await at(`/api/patterns/${lina}`)).text).data;
const titles = async (query = '') => {
  const { patterns } = JSON.parse((await at(`/api/patterns${query}`)).text).data as { patterns: { title: string }[] };
  return patterns.map(({ title }) => title);
};

describe('cached response of the catalogue', () => {
  it('stays for seconds when only the view count changes', async () => {
    await viewed(5);
    await titled('Lina');
    await until('the new title is shown', async () => (await detail()).title === 'Lina');
    // A response that is read during a notification is not cached; the next one is.
    const cached = await until('a response is cached although another view was counted', async () => {
      const { view_count: count } = await detail();
      await viewed(count + 1);
      return (await detail()).view_count === count && count;
    });
    const counted = await until(
      'the response contains the new count',
      async () => {
        const { view_count: count } = await detail();
        return count !== cached && count;
      },
      8_000,
    );
    expect(counted).toBe(cached + 1);
  });

  it('shows a change at once, also after many reads', async () => {
    for (const title of ['Lina eins', 'Lina zwei', 'Lina drei']) {
      await Promise.all([detail(), titles(), titles('?sort=oldest&limit=48')]);
      await titled(title);
      await until('the change arrives', async () => (await detail()).title === title, 1_000);
      await until('in the list', async () => (await titles()).includes(title), 1_000);
      expect((await detail()).title).toBe(title);
      await until('in every list', async () => (await titles('?sort=oldest&limit=48')).includes(title), 1_000);
    }
  });

  it('is purged when its pattern is hidden', async () => {
    const hidden = await aPattern().titled('Gestohlenes').in(shop);
    const read = () => at(`/api/patterns/${hidden}`);
    await until('it is shown', async () => (await read()).status === 200 && (await titles()).includes('Gestohlenes'));
    await shop.sql.rows(`update patterns set status = 'hidden' where id = $1`, [hidden]);
    await until('it is gone', async () => (await read()).status === 404, 1_000);
    await until('from the list as well', async () => !(await titles()).includes('Gestohlenes'), 1_000);
    expect((await titles('?limit=48')).filter((title) => title === 'Gestohlenes')).toEqual([]);
  });

  it('shows a new name of the designer and new files of the pattern', async () => {
    await detail();
    await shop.sql.rows(
      `update designers set name = 'Naht & Saum' where id = (select designer_id from patterns where id = $1)`,
      [lina],
    );
    await until('the name arrives', async () => (await detail()).designer_name === 'Naht & Saum', 1_000);
    await shop.sql.rows(
      `update pattern_files set state = 'ready', pages = 2, master_bytes = 10 where pattern_id = $1`,
      [lina],
    );
    await until('the file arrives', async () => (await detail()).files.length > 0, 1_000);
    expect((await detail()).files).toMatchObject([{ kind: 'a4', pages: 2, bytes: 10 }]);
  });

  it('is not cached while the connection for notifications is lost', async () => {
    await detail();
    await shop.sql.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'listen catalogue' and datname = current_database()`,
    );
    await until('the loss is noticed', async () => !shop.api.get(CatalogueChanges).listening, 1_000);
    await viewed(101);
    expect((await detail()).view_count).toBe(101);
    await listening();
    await until('responses are cached again', async () => {
      await viewed(102);
      await detail();
      await viewed(103);
      return (await detail()).view_count === 102;
    });
  });

  it('is shared by all spellings of a request, and by no other request', async () => {
    const tags = async (...paths: string[]) =>
      new Set(await Promise.all(paths.map(async (path) => (await at(path)).headers.etag)));
    const list = '/api/patterns';
    const same = [list, `${list}?page=1`, `${list}?utm_source=x&limit=12`, `${list}?category=&sort=newest&lang=de`];
    expect((await tags(...same)).size).toBe(1);
    expect((await tags(list, `${list}?page=2`, `${list}?limit=6`, `${list}?lang=en`, `${list}?sort=oldest`)).size).toBe(
      5,
    );
    const found = [`${list}?search=lina`, `${list}?search=lina&sort=newest`, `${list}?search=Schnitt`];
    const bodies = await Promise.all(found.map((path) => at(path)));
    expect(bodies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(bodies[2]!.text).not.toBe(bodies[0]!.text);
    expect((await at(`${list}?sort=newest&sort=oldest`)).status).toBe(400);
    expect((await at(`/api/patterns/${lina.toUpperCase()}`)).status).toBe(200);
  });

  it('is sent in the accepted encoding, each with its own ETag', async () => {
    const path = '/api/patterns?limit=24';
    const plain = await at(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    // Twice: the first response is computed, the second is cached.
    for (let time = 0; time < 2; time++) {
      const br = await at(path, { 'accept-encoding': 'gzip, deflate, br' });
      const gz = await at(path, { 'accept-encoding': 'gzip, br;q=0' });
      expect([br.headers['content-encoding'], gz.headers['content-encoding']]).toEqual(['br', 'gzip']);
      expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
      expect(gunzipSync(gz.bytes).equals(plain.bytes)).toBe(true);
      expect(br.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(new Set([plain, br, gz].map(({ headers }) => headers.etag)).size).toBe(3);
      expect(br.headers.vary).toMatch(/accept-encoding/i);
      expect(br.headers['content-length']).toBe(String(br.bytes.length));
    }
  });

  it('returns 304 for the current ETag, also on the first request after a change, and 200 for an older one', async () => {
    await titled('Lina mit Etikett');
    await until('the change arrives', async () => (await detail()).title === 'Lina mit Etikett');
    const path = `/api/patterns/${lina}`;
    const { headers } = await at(path);
    for (const tag of [headers.etag!, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
      const again = await at(path, { 'if-none-match': tag });
      expect([tag, again.status, again.bytes.length, again.headers.etag]).toEqual([tag, 304, 0, headers.etag]);
      expect(again.headers['cache-control']).toBe(headers['cache-control']);
    }
    await shop.sql.rows('update designers set bio = bio where slug is not null');
    const fresh = await at(path, { 'if-none-match': headers.etag! });
    expect([fresh.status, fresh.bytes.length]).toEqual([304, 0]);
    await titled('Lina ohne Etikett');
    await until('the ETag changes', async () => (await at(path)).headers.etag !== headers.etag, 1_000);
    expect((await at(path, { 'if-none-match': headers.etag! })).status).toBe(200);
  });

  it('has the same headers on a cache hit, and none of the first visitor', async () => {
    const path = '/api/patterns?limit=7';
    const { date: _, ...first } = (await at(path, { authorization: 'Bearer nonsense' })).headers;
    const { date: __, ...cached } = (await at(path)).headers;
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
    const responses = await Promise.all(Array.from({ length: 40 }, () => at('/api/patterns?sort=popular&limit=11')));
    expect(new Set(responses.map(({ status, headers, text }) => `${status} ${headers.etag} ${text.length}`)).size).toBe(
      1,
    );
    const missing = uuidv7();
    const refused = await Promise.all(Array.from({ length: 40 }, () => at(`/api/patterns/${missing}`)));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([404]));
    expect(refused[0]!.headers['cache-control']).toBe('no-store');
  });

  it('is computed for the other waiting clients when the first one disconnects', async () => {
    const path = '/api/patterns?sort=oldest&limit=13';
    const waiting = () =>
      shop.sql.row<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where application_name = 'sql' and wait_event_type = 'Lock'
         and datname = current_database()`,
      );
    const others = await shop.sql.ownTransaction(async (client) => {
      await client.query('lock table patterns in access exclusive mode');
      const first = get(`${shop.url}${path}`, { agent: false }).on('error', () => undefined);
      await until('the first is waiting', async () => (await waiting())!.count === 1);
      const responses = Array.from({ length: 5 }, () => at(path));
      await at('/health');
      first.destroy();
      await at('/health');
      expect((await waiting())!.count).toBe(1);
      return responses;
    });
    const tags = (await Promise.all(others)).map(({ headers }) => headers.etag);
    expect([new Set(tags).size, tags[0]]).toEqual([1, expect.any(String)]);
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
