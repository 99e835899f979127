import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { CommandBus } from '@nestjs/cqrs';
import { PDFDocument } from 'pdf-lib';
import { FanOutNewVersion } from '../files/commands/fan-out-new-version.js';
import { AddVersion } from '../../purchases/downloads/commands/add-version.js';
import { aBuyer, aPdf, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { buy, delivered } from '../../../test/support/pay.js';
import {
  aDraft,
  aSeller,
  by,
  onSale,
  postForm,
  PATTERN,
  uploadFile,
  uploadPicture,
} from '../../../test/support/sell.js';
import { until } from '../../../test/support/settles.js';

let shop: OpenShop;
let seller: TestBuyer;
let otherSeller: TestBuyer;
let buyer: TestBuyer;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  [seller, otherSeller, buyer] = [await aSeller(shop), await aSeller(shop), await aSeller(shop)];
});
afterAll(() => shop?.close());

const getOwnPattern = async (id: string, user = seller) =>
  (await by(shop, user).get(`/users/patterns/${id}`).expect(200)).body.data;
const getFile = async (id: string, fileId: string, lang = 'de') =>
  (await by(shop, seller).get(`/patterns/${id}/files/${fileId}?lang=${lang}`).expect(200)).body.data;
const getStatusCode = async (id: string) => (await shop.http.get(`/api/patterns/${id}`)).status;

describe('selling a pattern', () => {
  it('publishes a draft that has a file and a picture; a buyer can then buy and download the pattern', async () => {
    const id = await aDraft(shop, seller);
    expect(await getOwnPattern(id)).toMatchObject({
      status: 'draft',
      missing: ['files', 'preview_images'],
      published_at: null,
    });
    const refusal = await by(shop, seller).post(`/patterns/${id}/publish`).expect(409);
    expect(refusal.body.code).toBe('PATTERN_INCOMPLETE');
    expect(refusal.body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      'files',
      'preview_images',
    ]);

    const fileId = await uploadFile(shop, seller, id, { pdf: await aPdf({ pages: 3 }) });
    await uploadPicture(shop, seller, id);
    await shop.settles();
    expect(await getFile(id, fileId)).toMatchObject({
      state: 'ready',
      progress: 100,
      pages: 3,
      sheets: 3,
      page_sizes: [{ width: 210, height: 297 }],
      for_sale: true,
      message: 'Die Datei ist geprüft und kann verkauft werden.',
    });
    expect(await getStatusCode(id)).toBe(404);

    const published = (await by(shop, seller).post(`/patterns/${id}/publish`).expect(200)).body.data;
    expect(published).toMatchObject({ status: 'published', missing: [] });
    const page = (await shop.http.get(`/api/patterns/${id}`).expect(200)).body.data;
    expect(page).toMatchObject({ title: 'Sommerkleid Lina', price: 1290, tags: ['Sommer', 'Webware'] });
    expect(page.files).toMatchObject([{ kind: 'a4', file_name: 'Lina – a4.pdf', pages: 3, sheets: 3 }]);
    const list = (await shop.http.get('/api/patterns')).body.data.patterns;
    expect(list.map((card: { id: string }) => card.id)).toContain(id);

    const purchaseId = await buy(shop, buyer, id);
    const access = await delivered(shop, buyer, purchaseId);
    const link = await by(shop, buyer).post('/downloads/secure', { token: access.downloadToken }).expect(200);
    const copy = await PDFDocument.load(await (await fetch(link.body.data.downloadUrl)).arrayBuffer());
    expect(copy.getPageCount()).toBe(3);

    await by(shop, seller).post(`/patterns/${id}/withdraw`).expect(200);
    await until('the cached page is gone', async () => (await getStatusCode(id)) === 404);
    await by(shop, buyer).post('/downloads/secure', { token: access.downloadToken }).expect(200);
    await by(shop, seller).post(`/patterns/${id}/publish`).expect(200);
    expect((await getOwnPattern(id)).published_at).toBe(published.published_at);
  });

  it('ignores fields of the request that only the shop can set', async () => {
    const id = await aDraft(shop, seller, {
      id: randomUUID(),
      designer_id: randomUUID(),
      status: 'published',
      view_count: 9000,
      preview_images: ['https://evil.example/x.png'],
      slug: 'mine',
      published_at: '2020-01-01',
      files: [{ id: randomUUID() }],
    });
    expect(await getOwnPattern(id)).toMatchObject({ status: 'draft', view_count: 0, preview_images: [], files: [] });
    await by(shop, seller).put(`/patterns/${id}`, { status: 'published', designer_id: randomUUID(), view_count: 5 });
    expect(await getOwnPattern(id)).toMatchObject({ status: 'draft', view_count: 0, designer_name: 'Käthe Käufer' });
  });

  it.each([
    ['title', 'ab'],
    ['title', 'two\r\nlines'],
    ['title', 42],
    ['description', 'too short'],
    ['description', `bell \u0007 ${'x'.repeat(30)}`],
    ['category', 'Shoes'],
    ['difficulty_level', 'Impossible'],
    ['price', 12.5],
    ['price', 99],
    ['price', 25_001],
    ['price', '1290'],
    ['currency', 'USD'],
    ['tags', Array.from({ length: 11 }, (_, n) => `tag ${n}`)],
    ['tags', 'summer'],
    ['fabric.0.meters.0.m', undefined, { fabric: [{ width_cm: 140, meters: [{ size: '36', m: -1 }] }] }],
    ['licence', 'private'],
    ['licence.kind', undefined, { licence: { kind: 'unlimited' } }],
    ['licence.pieces', undefined, { licence: { kind: 'small-series' } }],
    ['licence.pieces', undefined, { licence: { kind: 'small-series', pieces: 0 } }],
    ['licence.pieces', undefined, { licence: { kind: 'small-series', pieces: 1001 } }],
    ['licence.pieces', undefined, { licence: { kind: 'small-series', pieces: 2.5 } }],
    ['licence.pieces', undefined, { licence: { kind: 'commercial', pieces: 50 } }],
    ['translations.en.title', undefined, { translations: { en: { title: 'x' } } }],
    ['translations.en.description', undefined, { translations: { en: { title: 'Summer dress' } } }],
  ])('names the invalid field %s for the value %j', async (field, value, body: object = { [field]: value }) => {
    const response = await by(shop, seller).post('/patterns', { ...PATTERN, ...body });
    expect([response.status, response.body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(response.body.error.details[0].field).toBe(field);
  });

  it.each(['</script><script>alert(1)</script>', "Lina'; drop table patterns; --", 'Lina \u202eanil', '{{7*7}} ${x}'])(
    'stores the title %j unchanged',
    async (title) => {
      expect((await getOwnPattern(await aDraft(shop, seller, { title }))).title).toBe(title);
    },
  );

  it('gives a new pattern the private licence, and the chosen licence in all languages', async () => {
    const english = { title: 'Summer dress Lina', description: 'A light summer dress with pockets.' };
    const id = await onSale(shop, seller, { translations: { en: english } });
    const shows = (licence: object) =>
      until(`the detail shows ${JSON.stringify(licence)} in both languages`, async () => {
        const read = async (lang: string) =>
          (await shop.http.get(`/api/patterns/${id}?lang=${lang}`)).body.data.details;
        return [await read('de'), await read('en')].every((details) => isDeepStrictEqual(details.licence, licence));
      });
    await shows({ kind: 'private', pieces: null });
    for (const licence of [
      { kind: 'small-series', pieces: 50 },
      { kind: 'commercial', pieces: null },
    ]) {
      await by(shop, seller).put(`/patterns/${id}`, { licence }).expect(200);
      await shows(licence);
    }
    // Other changes keep the licence.
    await by(shop, seller).put(`/patterns/${id}`, { price: 1390 }).expect(200);
    expect((await getOwnPattern(id)).translations.de.licence.kind).toBe('commercial');
    // Simulates a pattern that was stored before the shop had licences.
    await shop.sql.rows(`update patterns set details = details #- '{de,licence}' #- '{en,licence}' where id = $1`, [
      id,
    ]);
    await shows({ kind: 'private', pieces: null });
  });

  it('refuses a user without a verified address', async () => {
    await shop.sql.rows('update users set verified_at = null where id = $1', [otherSeller.id]);
    const response = await by(shop, otherSeller).post('/patterns', PATTERN);
    await shop.sql.rows('update users set verified_at = now() where id = $1', [otherSeller.id]);
    expect([response.status, response.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);
  });

  it('creates one designer profile per account with a unique slug, even when first patterns are created concurrently', async () => {
    const [a, b] = [await aSeller(shop), await aSeller(shop)];
    await Promise.all([aDraft(shop, a), aDraft(shop, a), aDraft(shop, b)]);
    const slugs = await shop.sql.rows('select slug from designers where user_id = any($1)', [[a.id, b.id]]);
    expect(slugs).toHaveLength(2);
    expect(slugs.map(({ slug }) => slug).every((slug) => /^kaethe-kaeufer(-\d+)?$/.test(slug))).toBe(true);
  });

  it('does not send superseded versions to buyers, and allows three new versions of a file per day', async () => {
    const id = await onSale(shop, seller);
    const earlierBuyer = await aBuyer(shop);
    const purchaseId = await buy(shop, earlierBuyer, id);
    await delivered(shop, earlierBuyer, purchaseId);
    const changelog = 'Kragen berichtigt.';
    const versions = [
      await uploadFile(shop, seller, id, { changelog }),
      await uploadFile(shop, seller, id, { changelog }),
    ];
    await shop.settles();
    // Simulates workers that were down during both uploads.
    await shop.sql.rows('delete from copies where file_id = any($1::uuid[])', [versions]);
    await shop.sql.rows('delete from file_notices where file_id = any($1::uuid[])', [versions]);
    const commands = shop.workers!.get(CommandBus);
    for (const fileId of versions) {
      await commands.execute(new FanOutNewVersion(fileId));
      await commands.execute(new AddVersion(purchaseId, fileId));
    }
    const noticeQuery = `select file_id as id from file_notices where purchase_id = $1`;
    const copyQuery = `select file_id as id from copies where purchase_id = $1 and file_id = any($2::uuid[])`;
    expect(await shop.sql.rows(noticeQuery, [purchaseId])).toEqual([{ id: versions[1] }]);
    expect(await shop.sql.rows(copyQuery, [purchaseId, versions])).toEqual([{ id: versions[1] }]);
    await shop.settles();

    const pdf = await aPdf();
    const requestUpload = (kind = 'a4') =>
      by(shop, seller).post(`/patterns/${id}/files`, { kind, file_name: 'Lina.pdf', bytes: pdf.length, changelog });
    const [third, fourth] = [(await requestUpload()).body.data, (await requestUpload()).body.data];
    const completeUpload = async (form: typeof third) => {
      await postForm(form.upload, pdf);
      return (await by(shop, seller).post(`/patterns/${id}/files/${form.file_id}/uploaded`)).status;
    };
    expect([await completeUpload(third), await completeUpload(fourth)]).toEqual([200, 429]);
    const refusal = await requestUpload();
    expect([refusal.status, refusal.body.code]).toEqual([429, 'VERSION_LIMIT']);
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(86_000);
    await requestUpload('a0').expect(201);
    await shop.settles();
  });
});

describe('changing a pattern', () => {
  it('does not change fields that are missing in the request, and records every price', async () => {
    const id = await aDraft(shop, seller, { sizes: ['36', '38'], notes: 'Fällt groß aus.' });
    await by(shop, seller).put(`/patterns/${id}`, { price: 990 }).expect(200);
    await by(shop, seller).put(`/patterns/${id}`, { title: 'Kleid Lina', price: 990 }).expect(200);
    const changed = await getOwnPattern(id);
    expect(changed).toMatchObject({ title: 'Kleid Lina', price: 990, tags: PATTERN.tags, sizes: '36–38' });
    expect(changed.translations.de).toMatchObject({ description: PATTERN.description, notes: 'Fällt groß aus.' });
    const prices = await shop.sql.rows('select cents from pattern_prices where pattern_id = $1 order by since', [id]);
    expect(prices.map(({ cents }) => cents)).toEqual([1290, 990]);
  });

  it('stores texts per language, but one list of sizes for all languages', async () => {
    const en = { title: 'Summer dress Lina', description: 'A light dress with pockets, for woven fabrics.' };
    const id = await onSale(shop, seller, { sizes: ['36'], translations: { en: { ...en, notes: 'Runs large.' } } });
    await by(shop, seller).put(`/patterns/${id}`, { sizes: ['36', '38', '40'] });
    const english = (await shop.http.get(`/api/patterns/${id}?lang=en`)).body.data;
    expect(english).toMatchObject({ ...en, tags: PATTERN.tags, sizes: '36–40' });
    expect(english.details).toMatchObject({ notes: 'Runs large.', sizes: ['36', '38', '40'] });
    expect((await shop.http.get(`/api/patterns/${id}`)).body.data.title).toBe(PATTERN.title);
  });

  it.each([
    ['PUT', ''],
    ['POST', '/publish'],
    ['POST', '/withdraw'],
    ['POST', '/files'],
    ['POST', '/pictures'],
  ])('returns 404 when another designer requests %s /patterns/:id%s', async (method, path) => {
    const id = await aDraft(shop, seller);
    const form = { kind: 'a4', file_name: 'x.pdf', bytes: 9, content_type: 'image/png' };
    const call = method === 'PUT' ? by(shop, otherSeller).put : by(shop, otherSeller).post;
    const response = await call(`/patterns/${id}${path}`, form);
    expect([response.status, response.body.code]).toEqual([404, 'PATTERN_NOT_FOUND']);
    await by(shop, otherSeller).get(`/users/patterns/${id}`).expect(404);
  });

  it('lists only patterns of the signed-in designer', async () => {
    const id = await aDraft(shop, otherSeller, { title: 'Ganz geheim' });
    const ownPatterns = (await by(shop, seller).get('/users/patterns').expect(200)).body.data.patterns;
    const otherPatterns = (await by(shop, otherSeller).get('/users/patterns').expect(200)).body.data.patterns;
    expect(ownPatterns.map((pattern: { id: string }) => pattern.id)).not.toContain(id);
    expect(otherPatterns).toMatchObject([{ id, title: 'Ganz geheim', status: 'draft' }]);
  });
});

describe('designers in the public list', () => {
  it('have at least one published pattern, and the list shows only public fields', async () => {
    const id = await onSale(shop, seller);
    await aDraft(shop, await aSeller(shop));
    const { designers } = (await shop.http.get('/api/designer?lang=en').expect(200)).body.data;
    expect(designers).toHaveLength(1);
    expect(Object.keys(designers[0]).sort()).toEqual(['avatar_url', 'bio', 'id', 'name', 'patternCount', 'slug']);
    const { slug } = (await getOwnPattern(id)).designer;
    const page = (await shop.http.get(`/api/designer/${slug}`).expect(200)).body.data;
    expect(page).toEqual(designers[0]);
    expect(page.patternCount).toBeGreaterThan(0);
    expect((await shop.http.get('/api/designer/unknown')).body.code).toBe('DESIGNER_NOT_FOUND');
  });
});
