import type { TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { aDraft, aSeller, by, onSale } from '../../../test/support/sell.js';

let shop: OpenShop;
let seller: TestBuyer;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  seller = await aSeller(shop);
});
afterAll(() => shop?.close());

const profile = async (user = seller) => (await by(shop, user).get('/users/designer').expect(200)).body.data;
const change = (body: object, user = seller) => by(shop, user).put('/users/designer', body);

describe('designer profile', () => {
  it('starts with the name of the account and can be created before the first pattern', async () => {
    expect(await profile()).toMatchObject({ id: null, slug: null, bio: {}, avatar_url: null, patternCount: 0 });
    const { body } = await change({ name: 'Atelier Möwe', bio: { de: 'Wir zeichnen Kleider.' } }).expect(200);
    expect(body.data).toMatchObject({
      name: 'Atelier Möwe',
      slug: 'atelier-moewe',
      bio: { de: 'Wir zeichnen Kleider.' },
    });
    await aDraft(shop, seller);
    expect((await profile()).id).toBe(body.data.id);
  });

  it('shows the new name and text in public and keeps the slug', async () => {
    await onSale(shop, seller);
    await change({ name: 'Atelier Möwe & Tochter', bio: { en: 'We draw dresses.' } }).expect(200);
    const seen = async (lang: string) => (await shop.http.get(`/api/designer/atelier-moewe?lang=${lang}`)).body.data;
    expect(await seen('de')).toMatchObject({ name: 'Atelier Möwe & Tochter', bio: 'Wir zeichnen Kleider.' });
    expect(await seen('en')).toMatchObject({ bio: 'We draw dresses.' });
    await change({ bio: { en: '' } }).expect(200);
    expect(await profile()).toMatchObject({ bio: { de: 'Wir zeichnen Kleider.' }, patternCount: 1 });
    expect(await seen('en')).toMatchObject({ bio: 'Wir zeichnen Kleider.' });
  });

  it.each([
    ['name', { name: 'A' }],
    ['name', { name: 'zwei\nZeilen' }],
    ['bio.de', { bio: { de: 'x'.repeat(2001) } }],
  ])('names the invalid field %s', async (field, body) => {
    const refused = await change(body).expect(400);
    expect(refused.body.error.details.map((detail: { field: string }) => detail.field)).toEqual([field]);
  });

  it('records a change in the audit log of the account', async () => {
    const other = await aSeller(shop);
    await change({ name: 'Fadenlauf' }, other).expect(200);
    const { body } = await by(shop, other).get('/gdpr/audit-log?lang=de').expect(200);
    expect(JSON.stringify(body.data)).toContain('Profil als Designerin oder Designer geändert');
  });
});

describe('hidden pattern', () => {
  it('shows its designer the reason until it is restored', async () => {
    const moderator = await aSeller(shop);
    await shop.sql.rows(`update users set role = 'moderator' where id = $1`, [moderator.id]);
    const id = await onSale(shop, seller);
    const own = async () => (await by(shop, seller).get(`/users/patterns/${id}`).expect(200)).body.data;
    expect(await own()).toMatchObject({ status: 'published', hidden_reason: null });
    await by(shop, moderator).post(`/moderation/patterns/${id}/hide`, { reason: 'Bilder aus einem Buch' }).expect(200);
    expect(await own()).toMatchObject({ status: 'hidden', hidden_reason: 'Bilder aus einem Buch' });
    await by(shop, moderator).post(`/moderation/patterns/${id}/restore`).expect(200);
    expect(await own()).toMatchObject({ status: 'published', hidden_reason: null });
  });
});
