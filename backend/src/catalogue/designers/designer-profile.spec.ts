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

const getProfile = async (user = seller) => (await by(shop, user).get('/users/designer').expect(200)).body.data;
const changeProfile = (body: object, user = seller) => by(shop, user).put('/users/designer', body);

describe('designer profile', () => {
  it('has neither text nor picture at first, and can be created before the first pattern', async () => {
    expect(await getProfile()).toMatchObject({ id: null, slug: null, bio: {}, avatar_url: null, patternCount: 0 });
    const { body } = await changeProfile({ name: 'Atelier Möwe', bio: { de: 'Wir zeichnen Kleider.' } }).expect(200);
    expect(body.data).toMatchObject({
      name: 'Atelier Möwe',
      slug: 'atelier-moewe',
      bio: { de: 'Wir zeichnen Kleider.' },
    });
    await aDraft(shop, seller);
    expect((await getProfile()).id).toBe(body.data.id);
  });

  it('shows the changed name and text to visitors, under the same slug', async () => {
    await onSale(shop, seller);
    await changeProfile({ name: 'Atelier Möwe & Tochter', bio: { en: 'We draw dresses.' } }).expect(200);
    const getPublicProfile = async (lang: string) =>
      (await shop.http.get(`/api/designer/atelier-moewe?lang=${lang}`)).body.data;
    expect(await getPublicProfile('de')).toMatchObject({
      name: 'Atelier Möwe & Tochter',
      bio: 'Wir zeichnen Kleider.',
    });
    expect(await getPublicProfile('en')).toMatchObject({ bio: 'We draw dresses.' });
    await changeProfile({ bio: { en: '' } }).expect(200);
    expect(await getProfile()).toMatchObject({ bio: { de: 'Wir zeichnen Kleider.' }, patternCount: 1 });
    expect(await getPublicProfile('en')).toMatchObject({ bio: 'Wir zeichnen Kleider.' });
  });

  it.each([
    ['name', { name: 'A' }],
    ['name', { name: 'zwei\nZeilen' }],
    ['bio.de', { bio: { de: 'x'.repeat(2001) } }],
  ])('refuses an invalid %s and names the field', async (field, body) => {
    const response = await changeProfile(body).expect(400);
    expect(response.body.error.details.map((detail: { field: string }) => detail.field)).toEqual([field]);
  });

  it('adds each change to the audit log of the account', async () => {
    const otherSeller = await aSeller(shop);
    await changeProfile({ name: 'Fadenlauf' }, otherSeller).expect(200);
    const { body } = await by(shop, otherSeller).get('/gdpr/audit-log?lang=de').expect(200);
    expect(JSON.stringify(body.data)).toContain('Designprofil geändert');
  });
});

describe('hidden pattern', () => {
  it('shows the moderator’s reason to the designer until the pattern is restored', async () => {
    const moderator = await aSeller(shop);
    await shop.sql.rows(`update users set role = 'moderator' where id = $1`, [moderator.id]);
    const id = await onSale(shop, seller);
    const getOwnPattern = async () => (await by(shop, seller).get(`/users/patterns/${id}`).expect(200)).body.data;
    expect(await getOwnPattern()).toMatchObject({ status: 'published', hidden_reason: null });
    await by(shop, moderator)
      .post(`/moderation/patterns/${id}/hide`, { reason: 'Bilder aus einem Buch', ground: 'law', clause: '§ 97 UrhG' })
      .expect(200);
    expect(await getOwnPattern()).toMatchObject({ status: 'hidden', hidden_reason: 'Bilder aus einem Buch' });
    await by(shop, moderator).post(`/moderation/patterns/${id}/restore`, { reason: 'Eigene Bilder' }).expect(200);
    expect(await getOwnPattern()).toMatchObject({ status: 'published', hidden_reason: null });
  });
});
