import { Client } from 'pg';
import { generatePatterns } from '../../../../bench/reads/generated-patterns.ts';
import { afterCacheInvalidation } from '../../../test/support/after-cache-invalidation.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { writeDemoTexts } from '../../../../sandbox/demo-shop/demo-texts.ts';
import { HITS, HOSTILE, WITHOUT_HITS, misplaced, SEARCHES, type Hit } from '../../../test/search-queries.js';

let shop: OpenShop;
let client: Client;

const GENERATED_PATTERNS = 3_500;

async function requestSearch(search: string, query = '') {
  const { status, body } = await shop.http.get(`/api/patterns?search=${encodeURIComponent(search)}${query}`);
  expect(status).toBe(200);
  return body.data as { patterns: { id: string; title: string; price: number; view_count: number }[]; total: number };
}

async function findHits(search: string, query = ''): Promise<Hit[]> {
  const { patterns } = await requestSearch(search, query);
  const { rows } = await client.query<Hit>(HITS, [patterns.map(({ id }) => id)]);
  return rows;
}

const getSlugs = (hits: Hit[]) => hits.map(({ slug }) => slug);

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
    expect(misplaced(await findHits(expected.search), expected, true)).toEqual([]);
  });

  it.each(WITHOUT_HITS)('"%s" finds nothing', async (search) => {
    expect(await requestSearch(search)).toMatchObject({ total: 0, patterns: [] });
  });

  it.each(HOSTILE)('ignores the special characters of %j and finds some hits', async (search) => {
    const { total } = await requestSearch(search);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan(40);
  });

  it('accepts arbitrary texts of up to 200 characters', async () => {
    for (const search of ['k'.repeat(200), "'".repeat(200), 'ab '.repeat(66), '&|'.repeat(100)]) {
      expect((await requestSearch(search)).total).toBeLessThan(40);
    }
  });
});

describe('search among thousands of patterns', () => {
  beforeAll(() => generatePatterns(client, GENERATED_PATTERNS), 120_000);

  it.each(SEARCHES)('"$search" finds $first or an equally relevant hit first', async (expected) => {
    expect(misplaced(await findHits(expected.search), expected, false)).toEqual([]);
  });

  it.each(WITHOUT_HITS)('"%s" still finds nothing', async (search) => {
    expect((await requestSearch(search)).total).toBe(0);
  });

  it('does not find Barock in a search for Rock', async () => {
    const hits = await findHits('Rock', '&limit=100');
    expect(hits.filter(({ words }) => !/rock/i.test(words.replaceAll(/barock\w*/gi, '')))).toEqual([]);
  });

  it('counts and shows at most 1,000 hits', async () => {
    const matching = await client.query<{ n: number }>(
      `select count(*)::int as n from patterns where (texts->'de'->>'title') ~* 'kleid'`,
    );
    expect(matching.rows[0]!.n).toBeGreaterThan(900);
    expect((await requestSearch('kleid')).total).toBe(1_000);
    expect((await requestSearch('kleid', '&page=10&limit=100')).patterns).toHaveLength(100);
    expect(await requestSearch('kleid', '&page=11&limit=100')).toMatchObject({ total: 1_000, patterns: [] });
    const singleHit = await requestSearch('Halbtellerrock', '&page=9');
    expect(singleHit).toMatchObject({ total: 1, patterns: [] });
  });

  it('shows every hit on exactly one page', async () => {
    const { total } = await requestSearch('Vorhang Leinen');
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((page) => requestSearch('Vorhang Leinen', `&limit=50&page=${page}`)),
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
    const { patterns, total } = await requestSearch('leinen', `&sort=${sort}&category=Bottoms&limit=100`);
    const { rows } = await client.query<{ value: number; category: string }>(
      `select (${column})::float8 as value, category from unnest($1::uuid[]) with ordinality as i(id, n)
       join patterns p using (id) order by n`,
      [patterns.map(({ id }) => id)],
    );
    const values = rows.map(({ value }) => value);
    expect(values).toEqual(values.toSorted((a, b) => direction * (a - b)));
    expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(['Bottoms']));
    const relevant = await requestSearch('leinen', '&category=Bottoms');
    expect(total).toBe(relevant.total);
    expect(total).toBeGreaterThan(100);
  });

  it('finds only patterns of the requested designer', async () => {
    expect(getSlugs(await findHits('Rock', '&designer=kattunwerk'))).toEqual(['greta', 'ilse']);
    expect((await requestSearch('Rock', `&designer=${encodeURIComponent("x' | 'Bottoms")}`)).total).toBe(0);
  });
});

describe('search index', () => {
  const change = (sql: string, ...values: unknown[]) => afterCacheInvalidation(shop, () => client.query(sql, values));

  it('is updated when title, category or status of a pattern change', async () => {
    await change(
      `update patterns set texts = jsonb_set(texts, '{de,title}', '"Faltenrock Zinnober"') where slug = 'tilda'`,
    );
    expect(getSlugs(await findHits('zinnober'))).toEqual(['tilda']);
    await change(`update patterns set category = 'Accessories' where slug = 'tilda'`);
    expect(getSlugs(await findHits('zinnober', '&category=Accessories'))).toEqual(['tilda']);
    await change(`update patterns set status = 'hidden' where slug = 'tilda'`);
    expect((await requestSearch('zinnober')).total).toBe(0);
    await change(`update patterns set status = 'published' where slug = 'tilda'`);
    expect((await requestSearch('Faltenrock Zinnober')).total).toBe(1);
  });

  it('is updated when the name of the designer changes', async () => {
    await change(`update designers set name = 'Quittenhof' where slug = 'haus-wiesenknopf'`);
    const { total } = await requestSearch('Quittenhof');
    expect(total).toBe(8);
    expect(getSlugs(await findHits('Quittenhof Vorhang'))).toEqual(['svea']);
    expect((await requestSearch('Wiesenknopf')).total).toBe(0);
  });

  it('does not contain a deleted pattern', async () => {
    await change(`delete from patterns where slug = 'mirja'`);
    expect((await requestSearch('Wandquilt Mirja')).total).toBe(0);
  });

  it('accepts every title and description that a pattern can have', async () => {
    const texts = ["'".repeat(300), 'x'.repeat(5_000), 'Ä'.repeat(3_000), '\\:*&|!()<->', '💃🏽 e\u0301', '-', ' ', ''];
    for (const text of texts) {
      await change(
        `update patterns set texts = jsonb_set(jsonb_set(texts, '{de,title}', $1), '{de,description}', $1) where slug = 'wim'`,
        JSON.stringify(text),
      );
    }
    expect(getSlugs(await findHits('bunting'))[0]).toBe('wim');
  });
});
