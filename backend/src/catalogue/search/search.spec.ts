import { Client } from 'pg';
import { generatePatterns } from '../../../../bench/reads/generated-patterns.ts';
import { afterCacheInvalidation } from '../../../test/support/after-cache-invalidation.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { writeDemoTexts } from '../../../../sandbox/demo-shop/demo-texts.ts';
import { HITS, HOSTILE, WITHOUT_HITS, misplaced, SEARCHES, type Hit } from '../../../test/search-queries.js';

let shop: OpenShop;
let client: Client;

const BUSY = 3_500;

async function request(search: string, query = '') {
  const { status, body } = await shop.http.get(`/api/patterns?search=${encodeURIComponent(search)}${query}`);
  expect(status).toBe(200);
  return body.data as { patterns: { id: string; title: string; price: number; view_count: number }[]; total: number };
}

async function find(search: string, query = ''): Promise<Hit[]> {
  const { patterns } = await request(search, query);
  const { rows } = await client.query<Hit>(HITS, [patterns.map(({ id }) => id)]);
  return rows;
}

const slugs = (hits: Hit[]) => hits.map(({ slug }) => slug);

beforeAll(async () => {
  shop = await openShop();
  client = new Client({ connectionString: shop.config.databaseUrl });
  await client.connect();
  await writeDemoTexts(client);
});
afterAll(async () => {
  await client?.end();
  await shop?.close();
});

describe('search in the demo shop', () => {
  it.each(SEARCHES)('"$search" finds $first first', async (expected) => {
    expect(misplaced(await find(expected.search), expected, true)).toEqual([]);
  });

  it.each(WITHOUT_HITS)('"%s" finds nothing', async (search) => {
    expect(await request(search)).toMatchObject({ total: 0, patterns: [] });
  });

  it.each(HOSTILE)('%j is parsed into words', async (search) => {
    const { total } = await request(search);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan(40);
  });

  it('accepts 200 arbitrary characters', async () => {
    for (const search of ['k'.repeat(200), "'".repeat(200), 'ab '.repeat(66), '&|'.repeat(100)]) {
      expect((await request(search)).total).toBeLessThan(40);
    }
  });
});

describe('search among thousands of patterns', () => {
  beforeAll(() => generatePatterns(client, BUSY), 120_000);

  it.each(SEARCHES)('"$search" finds $first or an equal hit first', async (expected) => {
    expect(misplaced(await find(expected.search), expected, false)).toEqual([]);
  });

  it.each(WITHOUT_HITS)('"%s" still finds nothing', async (search) => {
    expect((await request(search)).total).toBe(0);
  });

  it('does not match Barock for Rock', async () => {
    const hits = await find('Rock', '&limit=100');
    expect(hits.filter(({ words }) => !/rock/i.test(words.replaceAll(/barock\w*/gi, '')))).toEqual([]);
  });

  it('counts and shows at most 1,000 hits', async () => {
    const matching = await client.query<{ n: number }>(
      `select count(*)::int as n from patterns where (texts->'de'->>'title') ~* 'kleid'`,
    );
    expect(matching.rows[0]!.n).toBeGreaterThan(900);
    expect((await request('kleid')).total).toBe(1_000);
    expect((await request('kleid', '&page=10&limit=100')).patterns).toHaveLength(100);
    expect(await request('kleid', '&page=11&limit=100')).toMatchObject({ total: 1_000, patterns: [] });
    const few = await request('Halbtellerrock', '&page=9');
    expect(few).toMatchObject({ total: 1, patterns: [] });
  });

  it('shows every hit on exactly one page', async () => {
    const { total } = await request('Vorhang Leinen');
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((page) => request('Vorhang Leinen', `&limit=50&page=${page}`)),
    );
    const ids = pages.flatMap(({ patterns }) => patterns.map(({ id }) => id));
    expect(total).toBeGreaterThan(20);
    expect(total).toBeLessThan(300);
    expect(new Set(ids).size).toBe(total);
    expect(ids).toHaveLength(total);
  });

  it.each([
    ['price_asc', 'price_cents', 1],
    ['price_desc', 'price_cents', -1],
    ['popular', 'view_count', -1],
    ['newest', 'extract(epoch from published_at)', -1],
    ['oldest', 'extract(epoch from published_at)', 1],
  ])('sorts hits of a category by %s', async (sort, column, direction) => {
    const { patterns, total } = await request('leinen', `&sort=${sort}&category=Bottoms&limit=100`);
    const { rows } = await client.query<{ value: number; category: string }>(
      `select (${column})::float8 as value, category from unnest($1::uuid[]) with ordinality as i(id, n)
       join patterns p using (id) order by n`,
      [patterns.map(({ id }) => id)],
    );
    const values = rows.map(({ value }) => value);
    expect(values).toEqual(values.toSorted((a, b) => direction * (a - b)));
    expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(['Bottoms']));
    const relevant = await request('leinen', '&category=Bottoms');
    expect(total).toBe(relevant.total);
    expect(total).toBeGreaterThan(100);
  });

  it('searches among the patterns of one designer', async () => {
    expect(slugs(await find('Rock', '&designer=kattunwerk'))).toEqual(['greta', 'ilse']);
    expect((await request('Rock', `&designer=${encodeURIComponent("x' | 'Bottoms")}`)).total).toBe(0);
  });
});

describe('search index', () => {
  const change = (sql: string, ...values: unknown[]) => afterCacheInvalidation(shop, () => client.query(sql, values));

  it('follows changes of a pattern', async () => {
    await change(
      `update patterns set texts = jsonb_set(texts, '{de,title}', '"Faltenrock Zinnober"') where slug = 'tilda'`,
    );
    expect(slugs(await find('zinnober'))).toEqual(['tilda']);
    await change(`update patterns set category = 'Accessories' where slug = 'tilda'`);
    expect(slugs(await find('zinnober', '&category=Accessories'))).toEqual(['tilda']);
    await change(`update patterns set status = 'hidden' where slug = 'tilda'`);
    expect((await request('zinnober')).total).toBe(0);
    await change(`update patterns set status = 'published' where slug = 'tilda'`);
    expect((await request('Faltenrock Zinnober')).total).toBe(1);
  });

  it('follows the name of the designer', async () => {
    await change(`update designers set name = 'Quittenhof' where slug = 'haus-wiesenknopf'`);
    const { total } = await request('Quittenhof');
    expect(total).toBe(8);
    expect(slugs(await find('Quittenhof Vorhang'))).toEqual(['svea']);
    expect((await request('Wiesenknopf')).total).toBe(0);
  });

  it('drops a deleted pattern', async () => {
    await change(`delete from patterns where slug = 'mirja'`);
    expect((await request('Wandquilt Mirja')).total).toBe(0);
  });

  it('accepts any text of a pattern', async () => {
    const odd = ["'".repeat(300), 'x'.repeat(5_000), 'Ä'.repeat(3_000), '\\:*&|!()<->', '💃🏽 e\u0301', '-', ' ', ''];
    for (const text of odd) {
      await change(
        `update patterns set texts = jsonb_set(jsonb_set(texts, '{de,title}', $1), '{de,description}', $1) where slug = 'wim'`,
        JSON.stringify(text),
      );
    }
    expect(slugs(await find('bunting'))[0]).toBe('wim');
  });
});
