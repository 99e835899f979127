import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { PurgeUploads } from '#workers/catalogue/purge-uploads.js';
import { aBuyer, aPdf, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { buy, confirmCard, delivered, startPayment } from '../../../test/support/pay.js';
import {
  aDraft,
  aPicture,
  aSeller,
  by,
  onSale,
  postForm,
  uploadFile,
  uploadPicture,
} from '../../../test/support/sell.js';

let shop: OpenShop;
let seller: TestBuyer;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  seller = await aSeller(shop);
});
afterAll(() => shop?.close());

const getOwnPattern = async (id: string) => (await by(shop, seller).get(`/users/patterns/${id}`).expect(200)).body.data;
const getFile = async (id: string, fileId: string, lang = 'de') =>
  (await by(shop, seller).get(`/patterns/${id}/files/${fileId}?lang=${lang}`).expect(200)).body.data;

describe('file upload', () => {
  const requestUpload = (id: string, form: object = {}) =>
    by(shop, seller).post(`/patterns/${id}/files`, { kind: 'a4', file_name: 'Lina.pdf', bytes: 1000, ...form });

  it('refuses an unusable file with a message for the designer', async () => {
    const id = await aDraft(shop, seller);
    const encrypted = await PDFDocument.load(await aPdf());
    encrypted.encrypt({ userPassword: 'geheim', ownerPassword: 'geheim' });
    const files = [Buffer.from('<html>not a PDF at all</html>'), await encrypted.save({ useObjectStreams: false })];
    const [htmlId, encryptedId] = [
      await uploadFile(shop, seller, id, { pdf: files[0] }),
      await uploadFile(shop, seller, id, { kind: 'a0', pdf: files[1] }),
    ];
    await shop.settles();
    expect(await getFile(id, htmlId)).toMatchObject({
      state: 'refused',
      message: 'Das ist keine PDF-Datei. Exportiere den Schnitt bitte als PDF.',
    });
    expect(await getFile(id, encryptedId, 'en')).toMatchObject({
      refusal_code: 'PASSWORD',
      message: expect.stringContaining('protected by a password'),
    });
    const response = await by(shop, seller).post(`/patterns/${id}/files/${htmlId}/confirm`);
    expect([response.status, response.body.code]).toEqual([409, 'FILE_NOT_CONFIRMABLE']);
    expect((await getOwnPattern(id)).missing).toContain('files');
  });

  it('puts a repaired file on sale only after its designer confirms it', async () => {
    const id = await aDraft(shop, seller);
    const broken = Buffer.from(await aPdf())
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n7');
    const fileId = await uploadFile(shop, seller, id, { pdf: Buffer.from(broken, 'latin1') });
    await shop.settles();
    const file = await getFile(id, fileId);
    expect(file).toMatchObject({ state: 'needs-confirmation', for_sale: false });
    expect(file.flags[0].message).toContain('repariert');
    const fetchPreview = async () => fetch(file.preview_url);
    const preview = await PDFDocument.load(await (await fetchPreview()).arrayBuffer());
    expect(preview.getPageCount()).toBe(2);
    const confirmed = await by(shop, seller).post(`/patterns/${id}/files/${fileId}/confirm`).expect(200);
    expect(confirmed.body.data).toMatchObject({ state: 'ready', for_sale: true, preview_url: null });
    expect((await fetchPreview()).status).toBe(404);
  });

  it('is refused by the storage when size, key or type differ from the request', async () => {
    const id = await aDraft(shop, seller);
    const { upload, file_id: fileId } = (await requestUpload(id).expect(201)).body.data;
    expect(await postForm(upload, Buffer.alloc(1001))).toBe(400);
    expect(await postForm(upload, Buffer.alloc(999))).toBe(400);
    const key = { ...upload.fields, key: 'masters/mine' };
    expect(await postForm({ ...upload, fields: key }, Buffer.alloc(1000))).toBe(403);
    expect(
      await postForm({ ...upload, fields: { ...upload.fields, 'Content-Type': 'text/html' } }, Buffer.alloc(9)),
    ).toBe(403);
    const response = await by(shop, seller).post(`/patterns/${id}/files/${fileId}/uploaded`);
    expect([response.status, response.body.code]).toEqual([409, 'UPLOAD_MISSING']);
    expect(await getFile(id, fileId)).toMatchObject({ state: 'awaiting-upload', progress: 0 });
  });

  it.each([
    ['bytes', { bytes: 100 * 1024 ** 2 + 1 }],
    ['bytes', { bytes: 0 }],
    ['kind', { kind: 'a5' }],
    ['file_name', { file_name: '../..' }],
    ['changelog', { changelog: 'x'.repeat(1001) }],
  ])('refuses an invalid %s and names the field', async (field, form) => {
    const response = await requestUpload(await aDraft(shop, seller), form);
    expect([response.status, response.body.error.details[0].field]).toEqual([400, field]);
  });

  it('keeps the file name out of storage keys, and removes characters that file systems reject from the name', async () => {
    const id = await aDraft(shop, seller);
    const { upload, file_id: fileId } = (await requestUpload(id, { file_name: '../evil\r\nx: "y".PDF' })).body.data;
    expect(upload.fields.key).toBe(`incoming/${fileId}`);
    expect((await getFile(id, fileId)).file_name).toBe('evil x y.pdf');
  });

  it('creates a new version, which requires a changelog and is sold instead of the old version', async () => {
    const id = await onSale(shop, seller);
    const withoutChangelog = await requestUpload(id);
    expect([withoutChangelog.status, withoutChangelog.body.error.details[0].field]).toEqual([400, 'changelog']);
    const first = (await getOwnPattern(id)).files[0].id;
    const second = await uploadFile(shop, seller, id, { pdf: await aPdf({ pages: 5 }), changelog: 'Ärmel länger.' });
    await shop.settles();
    expect((await getOwnPattern(id)).files).toMatchObject([
      { id: second, version: 2, changelog: 'Ärmel länger.', for_sale: true, pages: 5 },
      { id: first, version: 1, for_sale: false },
    ]);
    expect((await shop.http.get(`/api/patterns/${id}`)).body.data.files).toMatchObject([{ id: second, pages: 5 }]);
  });

  it('sends a new version and one mail to the buyer of an older version, and no mail to a later buyer', async () => {
    const id = await onSale(shop, seller);
    const [earlierBuyer, laterBuyer] = [await aBuyer(shop), await aBuyer(shop)];
    const purchaseId = await buy(shop, earlierBuyer, id);
    const accessBefore = await delivered(shop, earlierBuyer, purchaseId);
    await shop.settles();
    await uploadFile(shop, seller, id, { pdf: await aPdf({ pages: 7 }), changelog: 'Ärmel berichtigt.' });
    await shop.settles();

    const accessAfter = await delivered(shop, earlierBuyer, purchaseId);
    expect([accessBefore.files[0]!.pages, accessAfter.files.map(({ pages }) => pages)]).toEqual([2, [7]]);
    const link = await by(shop, earlierBuyer)
      .post('/downloads/secure', { token: accessAfter.downloadToken })
      .expect(200);
    const copy = await PDFDocument.load(await (await fetch(link.body.data.downloadUrl)).arrayBuffer());
    expect(copy.getPageCount()).toBe(7);
    const findNotices = async () => (await shop.mails()).filter(({ text }) => text?.includes('Ärmel berichtigt.'));
    const mails = await findNotices();
    expect(mails.map(({ to }) => to[0]!.address)).toEqual([earlierBuyer.email]);
    expect(mails[0]!.text).toContain(`/download/${accessAfter.downloadToken}`);

    await buy(shop, laterBuyer, id);
    await shop.settles();
    expect(await findNotices()).toHaveLength(1);
  });

  it('adds a new version to an order that was started earlier, but a new kind of file only if the buyer sends the order again before paying', async () => {
    const id = await onSale(shop, seller);
    const [firstBuyer, secondBuyer] = [await aBuyer(shop), await aBuyer(shop)];
    const orders = await Promise.all([firstBuyer, secondBuyer].map((buyer) => startPayment(shop, buyer, id)));
    const newest = await uploadFile(shop, seller, id, {
      pdf: await aPdf({ pages: 7 }),
      changelog: 'Ärmel berichtigt.',
    });
    const added = await uploadFile(shop, seller, id, { kind: 'a0' });
    await shop.settles();
    const repeatedOrder = (await startPayment(shop, secondBuyer, id)).body.data;
    expect(repeatedOrder.payment_intent_id).toBe(orders[1]!.body.data.payment_intent_id);
    const stripePayment = shop.stripe.control
      .payments()
      .find((payment) => payment.id === repeatedOrder.payment_intent_id)!;
    expect(stripePayment.metadata.files!.split(' ').sort()).toEqual([newest, added].sort());

    const getFilesAfterPayment = async (buyer: TestBuyer, order: number) => {
      const { client_secret: secret, purchase_id: purchaseId } = orders[order]!.body.data;
      await confirmCard(shop, secret);
      return (await delivered(shop, buyer, purchaseId)).files.map(({ kind, version }) => `${kind} ${version}`).sort();
    };
    expect([await getFilesAfterPayment(firstBuyer, 0), await getFilesAfterPayment(secondBuyer, 1)]).toEqual([
      ['a4 2'],
      ['a0 1', 'a4 2'],
    ]);
    await shop.settles();
  });

  it('is allowed by CORS only from the origin of the shop', async () => {
    const { upload } = (await requestUpload(await aDraft(shop, seller))).body.data;
    const preflight = async (origin: string) =>
      (await fetch(upload.url, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } }))
        .status;
    expect([await preflight(shop.url), await preflight('https://evil.example')]).toEqual([200, 403]);
  });

  it('is prepared only once when the browser reports it several times', async () => {
    const id = await aDraft(shop, seller);
    const fileId = await uploadFile(shop, seller, id);
    await Promise.all([1, 2].map(() => by(shop, seller).post(`/patterns/${id}/files/${fileId}/uploaded`).expect(200)));
    const events = await shop.sql.rows(`select from outbox_events where payload->>'fileId' = $1`, [fileId]);
    expect(events).toHaveLength(1);
    await shop.settles();
  });
});

describe('picture upload', () => {
  const getPicture = async (id: string, pictureId: string) =>
    (await by(shop, seller).get(`/patterns/${id}/pictures/${pictureId}`).expect(200)).body.data;

  it('re-encodes the picture upright, smaller and without camera metadata', async () => {
    const photo = await sharp(await aPicture(2000, 1000))
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'Käthe', Make: 'Camera' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const id = await aDraft(shop, seller);
    // The file is a valid picture and also contains a web page.
    const pictureWithHtml = Buffer.concat([photo, Buffer.from('<html><script>alert(1)</script></html>')]);
    const pictureId = await uploadPicture(shop, seller, id, pictureWithHtml);
    await shop.settles();
    const { state, url } = await getPicture(id, pictureId);
    expect(state).toBe('ready');
    expect((await getOwnPattern(id)).preview_images).toEqual([url]);
    const served = await shop.http.get(url).expect(200).expect('content-type', 'image/webp');
    const { exif, orientation, icc, xmp, width, height } = await sharp(served.body).metadata();
    expect({ exif, orientation, icc, xmp, width, height }).toEqual({ width: 800, height: 1600 });
    expect(served.body.toString('latin1')).not.toMatch(/Camera|script/);
    expect(await shop.files.head(`incoming/${pictureId}`)).toBeNull();
  });

  it.each(['image/svg+xml', 'image/gif', 'application/pdf', 'text/html'])(
    'refuses the content type %s',
    async (type) => {
      const id = await aDraft(shop, seller);
      const response = await by(shop, seller).post(`/patterns/${id}/pictures`, { content_type: type, bytes: 100 });
      expect([response.status, response.body.error.details[0].field]).toEqual([400, 'content_type']);
    },
  );

  it.each([
    [
      'an SVG file',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      'NOT_A_PICTURE',
    ],
    ['a PDF', () => aPdf(), 'NOT_A_PICTURE'],
    ['half a picture', async () => (await aPicture()).subarray(0, 900), 'UNREADABLE'],
    ['a huge picture', () => aPicture(9000, 6000), 'TOO_MANY_PIXELS'],
  ])('refuses %s that was announced as a picture of an allowed type', async (_, content, code) => {
    const id = await aDraft(shop, seller);
    const pictureId = await uploadPicture(shop, seller, id, await content());
    await shop.settles();
    expect(await getPicture(id, pictureId)).toMatchObject({ state: 'refused', url: null, refusal_code: code });
    expect((await getOwnPattern(id)).preview_images).toEqual([]);
  });

  it('lets the designer reorder and remove pictures, and allows at most eight per pattern', async () => {
    const id = await aDraft(shop, seller);
    const ids = await Promise.all(['red', 'green'].map(async () => uploadPicture(shop, seller, id)));
    await shop.settles();
    const [firstPicture, secondPicture] = (await getOwnPattern(id)).preview_images;
    const change = (preview_images: string[]) => by(shop, seller).put(`/patterns/${id}`, { preview_images });
    expect((await change([secondPicture, firstPicture]).expect(200)).body.data.preview_images).toEqual([
      secondPicture,
      firstPicture,
    ]);
    for (const invalidOrder of [
      [firstPicture],
      [firstPicture, firstPicture],
      [firstPicture, 'https://evil.example/x.png'],
    ]) {
      expect((await change(invalidOrder)).body.error.details[0].field).toBe('preview_images');
    }
    await by(shop, seller).delete(`/patterns/${id}/pictures/${ids[0]}`).expect(200);
    await by(shop, seller).delete(`/patterns/${id}/pictures/${ids[0]}`).expect(404);
    const { preview_images: remaining, pictures } = await getOwnPattern(id);
    expect([remaining.length, pictures.map((picture: { id: string }) => picture.id)]).toEqual([1, [ids[1]]]);
    const requestPicture = () =>
      by(shop, seller).post(`/patterns/${id}/pictures`, { content_type: 'image/png', bytes: 9 });
    for (let n = 0; n < 7; n += 1) await requestPicture().expect(201);
    expect((await requestPicture()).body.code).toBe('PICTURE_LIMIT');
  });
});

describe('leftover uploads', () => {
  it('are purged after 24 hours', async () => {
    const id = await aDraft(shop, seller);
    const usedId = await uploadFile(shop, seller, id);
    const unused = (
      await by(shop, seller).post(`/patterns/${id}/files`, { kind: 'a0', file_name: 'x.pdf', bytes: 5 }).expect(201)
    ).body.data;
    await postForm(unused.upload, Buffer.from('bytes'));
    const pictureId = await uploadPicture(shop, seller, id);
    await shop.settles();
    const [url] = (await getOwnPattern(id)).preview_images;
    await by(shop, seller).delete(`/patterns/${id}/pictures/${pictureId}`).expect(200);
    const purge = () =>
      shop.workers.get(PurgeUploads).run({}, { executionId: 'x', signal: AbortSignal.timeout(9_000) });

    await purge();
    expect((await getOwnPattern(id)).files).toHaveLength(2);
    await shop.sql.rows(`update pattern_files set uploaded_at = uploaded_at - interval '25 hours'`);
    await shop.sql.rows(`update pattern_pictures set requested_at = requested_at - interval '25 hours'`);
    await purge();
    expect((await getOwnPattern(id)).files.map((file: { id: string }) => file.id)).toEqual([usedId]);
    expect(await shop.files.head(`incoming/${unused.file_id}`)).toBeNull();
    expect(await shop.files.head(url.slice(1))).toBeNull();
    expect(await shop.files.head(`incoming/${usedId}`)).not.toBeNull();
  });
});
