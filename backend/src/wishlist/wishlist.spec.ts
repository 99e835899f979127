import { randomUUID } from 'node:crypto';
import { aBuyer, aPattern, type TestBuyer } from '../../test/support/builders.js';
import { type OpenShop, openShop } from '../../test/support/open-shop.js';

let shop: OpenShop;
let anne: TestBuyer;
let dress: string;
let skirt: string;

beforeAll(async () => {
  shop = await openShop();
  [dress, skirt] = [
    await aPattern().titled('Kleid', 'Dress').with().in(shop),
    await aPattern().titled('Rock').with().in(shop),
  ];
});
beforeEach(async () => {
  anne = await aBuyer(shop);
});
afterAll(() => shop.close());

function call(method: 'get' | 'post' | 'delete', path = '', { token } = anne) {
  return shop.http[method](`/api/wishlist${path}`).set('authorization', `Bearer ${token}`);
}
const wishlist = async (buyer = anne, query = '') => (await call('get', query, buyer).expect(200)).body.data;
const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) =>
  `${status} ${body.code ?? 'OK'}`;

describe('wishlist', () => {
  it('lists pattern cards, the newest first, in the requested language or the language of the account', async () => {
    await call('post', `/${dress}`).expect(201);
    await call('post', `/${skirt}`).expect(201);
    const { items, total } = await wishlist();
    expect(total).toBe(2);
    expect(items.map((item: { pattern_id: string }) => item.pattern_id)).toEqual([skirt, dress]);
    expect(items[1]).toMatchObject({
      id: expect.any(String),
      added_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.+Z$/),
      available: true,
      pattern: { id: dress, title: 'Kleid', designer_name: 'Nähwerk', price: 1290, currency: 'EUR', tags: ['Test'] },
    });
    expect((await wishlist(anne, '?lang=en')).items[1].pattern.title).toBe('Dress');
    await shop.sql.rows(`update users set language = 'en' where id = $1`, [anne.id]);
    expect((await wishlist()).items[1].pattern.title).toBe('Dress');
  });

  it('is empty for a new account', async () => {
    expect(await wishlist()).toEqual({ items: [], total: 0 });
  });

  it('can be checked for a pattern: the response is 200 when it contains the pattern, otherwise 404', async () => {
    expect(statusAndCode(await call('get', `/${dress}/check`))).toBe('404 WISHLIST_ITEM_NOT_FOUND');
    await call('post', `/${dress}`);
    expect((await call('get', `/${dress}/check`).expect(200)).body.data).toEqual({ inWishlist: true });
  });

  it('removes a pattern, and returns 404 for a second removal', async () => {
    await call('post', `/${dress}`);
    expect(statusAndCode(await call('delete', `/${dress}`))).toBe('200 OK');
    expect(statusAndCode(await call('delete', `/${dress}`))).toBe('404 WISHLIST_ITEM_NOT_FOUND');
    expect((await wishlist()).total).toBe(0);
  });

  it('contains a pattern only once after concurrent requests to add it', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => call('post', `/${dress}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array<number>(19).fill(200), 201]);
    expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await wishlist()).total).toBe(1);
  });

  it('is separate for each user', async () => {
    await call('post', `/${dress}`);
    const ben = await aBuyer(shop);
    expect((await wishlist(ben)).total).toBe(0);
    expect(statusAndCode(await call('get', `/${dress}/check`, ben))).toBe('404 WISHLIST_ITEM_NOT_FOUND');
    expect(statusAndCode(await call('delete', `/${dress}`, ben))).toBe('404 WISHLIST_ITEM_NOT_FOUND');
    expect((await wishlist()).total).toBe(1);
  });

  it('accepts only patterns on sale', async () => {
    const draft = await aPattern().with().in(shop);
    await shop.sql.rows(`update patterns set status = 'draft' where id = $1`, [draft]);
    for (const id of [draft, randomUUID(), 'no-id']) {
      expect(statusAndCode(await call('post', `/${id}`))).toBe('404 PATTERN_NOT_FOUND');
    }
  });

  it('shows a pattern that is no longer on sale as unavailable', async () => {
    const coat = await aPattern().titled('Mantel').with().in(shop);
    await call('post', `/${coat}`);
    await shop.sql.rows(`update patterns set status = 'withdrawn' where id = $1`, [coat]);
    const { items } = await wishlist();
    expect(items[0]).toMatchObject({ available: false, pattern: { title: 'Mantel', tags: ['Test'] } });
    await call('post', `/${coat}`).expect(200);
    await call('delete', `/${coat}`).expect(200);
  });

  it('shows only the title of a hidden pattern', async () => {
    const hidden = await aPattern().titled('Abgekupfert').with().in(shop);
    await call('post', `/${hidden}`);
    await shop.sql.rows(`update patterns set status = 'hidden', preview_images = '["/media/a.webp"]' where id = $1`, [
      hidden,
    ]);
    const [{ available, pattern }] = (await wishlist()).items;
    expect({ available, ...pattern }).toMatchObject({
      available: false,
      title: 'Abgekupfert',
      description: '',
      preview_images: [],
      tags: [],
    });
  });

  it('contains at most 500 patterns', async () => {
    await shop.sql.rows(
      `with drafts as (
         insert into patterns select (jsonb_populate_record(p, jsonb_build_object(
           'id', gen_random_uuid(), 'slug', 'draft-' || n, 'status', 'draft'))).*
         from patterns p, generate_series(1, 499) n where p.id = $1 returning id)
       insert into wishlist_items select gen_random_uuid(), $2, id, now() from drafts`,
      [dress, anne.id],
    );
    const responses = await Promise.all([call('post', `/${dress}`), call('post', `/${skirt}`)]);
    expect(responses.map(statusAndCode).sort()).toEqual(['201 OK', '409 WISHLIST_FULL']);
    expect((await wishlist()).total).toBe(500);
  });
});
