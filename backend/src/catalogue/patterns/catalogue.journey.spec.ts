import { v7 as uuidv7 } from 'uuid';
import { RollUpViews } from '../../insights/commands/roll-up-views.js';
import { CommandBus } from '@nestjs/cqrs';
import { aBuyer, aPattern } from '../../../test/support/builders.js';
import { afterCacheInvalidation } from '../../../test/support/after-cache-invalidation.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';

let shop: OpenShop;
let ids: Record<'lina' | 'emil' | 'tasche', string>;

beforeAll(async () => {
  shop = await openShop({ workers: true, env: { HOME_STATS: 'live' } });
  ids = {
    lina: await aPattern().titled('Sommerkleid Lina').costing(1290).of('Dresses').in(shop),
    emil: await aPattern().titled('Hose für Große: Emil').costing(890).of('Bottoms', 'Advanced').in(shop),
    tasche: await aPattern().titled('Tasche 100%_echt').costing(0).of('Accessories').in(shop),
  };
  await shop.settles();
});
afterAll(() => shop?.close());

const list = async (query = '') => {
  const response = await shop.http.get(`/api/patterns${query}`);
  return {
    status: response.status,
    ...response.body.data,
    titles: response.body.data?.patterns.map((p: { title: string }) => p.title),
  };
};

describe('pattern list', () => {
  it('contains the newest pattern first, and has two names for each paging field', async () => {
    const page = await list();
    expect(page.titles).toEqual(['Tasche 100%_echt', 'Hose für Große: Emil', 'Sommerkleid Lina']);
    expect(page).toMatchObject({ page: 1, limit: 12, total: 3, total_pages: 1 });
    expect(page).toMatchObject({ currentPage: 1, totalPages: 1, totalItems: 3, itemsPerPage: 12 });
    expect(page.patterns[2]).toMatchObject({
      id: ids.lina,
      price: 1290,
      currency: 'EUR',
      category: 'Dresses',
      difficulty_level: 'Beginner',
      designer_name: 'Nähwerk',
      sizes: '36–38',
      tags: ['Test'],
      preview_images: [],
    });
  });

  it.each([
    ['oldest', ['Sommerkleid Lina', 'Hose für Große: Emil', 'Tasche 100%_echt']],
    ['price_asc', ['Tasche 100%_echt', 'Hose für Große: Emil', 'Sommerkleid Lina']],
    ['price_desc', ['Sommerkleid Lina', 'Hose für Große: Emil', 'Tasche 100%_echt']],
  ])('sorts by %s', async (sort, titles) => {
    expect((await list(`?sort=${sort}`)).titles).toEqual(titles);
  });

  it.each([
    ['kleid', ['Sommerkleid Lina']],
    ['GROSSE emil', ['Hose für Große: Emil']],
    ['fuer', ['Hose für Große: Emil']],
    ['100%_', ['Tasche 100%_echt']],
    ['%', []],
    ["' or 1=1 --", []],
    ['pullover', []],
  ])('returns the matches of the search %s', async (search, titles) => {
    expect((await list(`?search=${encodeURIComponent(search)}`)).titles).toEqual(titles);
  });

  it('filters by category and ignores empty and null filters', async () => {
    expect((await list('?category=Bottoms')).titles).toEqual(['Hose für Große: Emil']);
    expect((await list('?category=null&search=&sort=&page=')).total).toBe(3);
  });

  it('returns no patterns and the correct totals for a page beyond the last', async () => {
    expect(await list('?page=7&limit=2')).toMatchObject({ patterns: [], total: 3, total_pages: 2, page: 7 });
    expect((await list('?page=2&limit=2')).titles).toEqual(['Sommerkleid Lina']);
  });

  it.each([
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?page=-1', 'page'],
    ['?page=two', 'page'],
    ['?sort=cheapest', 'sort'],
    ['?category=Shoes', 'category'],
    ['?lang=fr', 'lang'],
  ])('refuses %s and names the invalid field', async (query, field) => {
    const { status, body } = await shop.http.get(`/api/patterns${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: 'VALIDATION_FAILED', error: { details: [{ field }] } });
  });
});

describe('pattern detail', () => {
  it('shows the first and the last size, with a different separator when the sizes are ranges', async () => {
    const id = await aPattern().titled('Hut Liv').in(shop);
    const getShownSizes = async (...sizes: string[]) => {
      const changed = `update patterns set details = jsonb_set(details, '{de,sizes}', $2) where id = $1`;
      await afterCacheInvalidation(shop, () => shop.sql.rows(changed, [id, JSON.stringify(sizes)]));
      return (await shop.http.get(`/api/patterns/${id}`)).body.data.sizes;
    };
    expect(await getShownSizes('34', '36', '38')).toBe('34–38');
    expect(await getShownSizes('50–53', '54–57', '58–61')).toBe('50–53 … 58–61');
    expect(await getShownSizes()).toBe(null);
    await shop.sql.rows(`update patterns set status = 'withdrawn' where id = $1`, [id]);
  });

  it('contains the details and the checked files', async () => {
    const { body } = await shop.http.get(`/api/patterns/${ids.lina}?lang=en`);
    expect(body.data).toMatchObject({ title: 'Sommerkleid Lina', details: { seam_allowance: '1 cm enthalten' } });
    expect(body.data.files).toMatchObject([
      { kind: 'a4', pages: 2, sheets: 2, file_name: 'Sommerkleid Lina – A4.pdf' },
    ]);
  });

  it('contains empty values for details that were not stored', async () => {
    const id = await aPattern().titled('Hut Ole').in(shop);
    const removed = `update patterns set details = details #- '{de,tools}' #- '{de,size_chart}' where id = $1`;
    await afterCacheInvalidation(shop, () => shop.sql.rows(removed, [id]));
    const { details } = (await shop.http.get(`/api/patterns/${id}`)).body.data;
    expect(details).toMatchObject({ tools: [], size_chart: { columns: [], rows: [] } });
    await shop.sql.rows(`update patterns set status = 'withdrawn' where id = $1`, [id]);
  });

  it.each([uuidv7(), 'nonsense', '1', '..%2f..'])('returns 404 for the id %s', async (id) => {
    const { status, body } = await shop.http.get(`/api/patterns/${id}`);
    expect(status).toBe(404);
    expect(body.success).toBe(false);
  });

  it('returns 404 for a draft, and the list does not contain it', async () => {
    const draft = await aPattern().titled('Entwurf').in(shop);
    await shop.sql.rows(`update patterns set status = 'draft' where id = $1`, [draft]);
    expect((await shop.http.get(`/api/patterns/${draft}`)).status).toBe(404);
    expect((await list('?search=entwurf')).total).toBe(0);
  });
});

describe('view count of a pattern', () => {
  const sendView = (id: string, session: string, headers: Record<string, string> = {}) =>
    shop.http
      .post(`/api/patterns/${id}/view`)
      .set(headers)
      .send({ session_id: session, referrer: 'https://naehblog.example/x?y' });
  const countViews = async (id: string) => {
    await shop.api.get(CommandBus).execute(new RollUpViews());
    return (await shop.http.get(`/api/patterns/${id}`)).body.data.view_count;
  };

  it('increases once per session, even for concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => sendView(ids.lina, 'session_a')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]));
    await sendView(ids.lina, 'session_b');
    expect(await countViews(ids.lina)).toBe(2);
    expect(await countViews(ids.lina)).toBe(2);
  });

  it('does not increase when a bot or the designer views the pattern', async () => {
    const designer = await aBuyer(shop);
    const ownPattern = await aPattern().titled('Eigenes').by(designer.id).in(shop);
    await sendView(ownPattern, 'session_c', { authorization: `Bearer ${designer.token}` });
    await sendView(ownPattern, 'session_d', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
    expect(await countViews(ownPattern)).toBe(0);
  });

  it('is computed from stored views, which contain the host of the referrer but no session id', async () => {
    await sendView(ids.emil, 'session_secret');
    const pending = await shop.sql.row(`select * from view_pending where pattern_id = $1`, [ids.emil]);
    const viewRows = await shop.sql.rows(`select * from view_seen where pattern_id = $1`, [ids.emil]);
    expect(pending === null || pending.referrer_host === 'naehblog.example').toBe(true);
    expect(JSON.stringify(viewRows)).not.toContain('session_secret');
  });

  it('cannot be increased for an unknown pattern or without a session id', async () => {
    expect((await sendView(uuidv7(), 'session_a')).status).toBe(404);
    const { status, body } = await shop.http.post(`/api/patterns/${ids.lina}/view`).send({});
    expect([status, body.error.details[0].field]).toEqual([400, 'session_id']);
  });
});

describe('the API, given an invalid request', () => {
  const post = (body: string, type = 'application/json') =>
    shop.http.post('/api/auth/login').set('content-type', type).send(body);

  it.each([
    ['broken JSON', '{"email":', 400],
    ['an empty body', '', 400],
    ['a JSON array', '[]', 400],
    ['5,000 nested arrays', `{"email":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400],
    [
      'an object with 2,000 keys',
      JSON.stringify(Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`k${n}`, n]))),
      400,
    ],
    ['the key __proto__', '{"__proto__":{"role":"admin"},"email":"a@b.de","password":"x"}', 400],
    ['the NUL character', '{"email":"a\\u0000@b.de","password":"x"}', 400],
    ['a body above 100 KB', `{"email":"${'x'.repeat(110_000)}"}`, 413],
  ])('returns a client error for %s', async (_, body, expected) => {
    const response = await post(body);
    expect(response.status).toBe(expected);
    expect(response.body.success).toBe(false);
  });

  it('returns 415 for an unsupported content type', async () => {
    expect((await post('<a/>', 'application/xml')).status).toBe(415);
  });

  it('returns 404 in the response envelope for an unknown path', async () => {
    const { status, body } = await shop.http.get('/api/nowhere');
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    expect(JSON.stringify(body)).not.toContain('nowhere');
  });
});

describe('shop', () => {
  it('responds to the health check', async () => {
    expect((await shop.http.get('/health')).body).toEqual({ success: true, data: { status: 'ok' } });
  });

  it('sends settings without secrets to the storefront', async () => {
    const { text, body } = await shop.http.get('/config.json');
    expect(body).toMatchObject({ apiBase: '', stripePublishableKey: 'pk_test_shop', stripeApiBase: shop.stripe.url });
    expect(text).not.toMatch(/sk_test|whsec|secret/);
  });

  it('shows the current numbers of patterns and designers on the home page if HOME_STATS=live', async () => {
    const { homeStats } = (await shop.http.get('/config.json')).body as { homeStats: object };
    // Each of these patterns has a different designer.
    const patternCount = String((await list()).total);
    expect(homeStats).toEqual({ patterns: patternCount, customers: null, designers: patternCount, rating: null });
  });
});
