import { openWithPdfJs } from '#workers/pdf/document/read-pages.js';
import { Files, SMALLEST_PART } from '../../platform/storage/files.js';
import { aBuyer, aPattern, aPdf, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, as, buy, delivered, startPayment } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';
import { DOWNLOAD_LIMIT } from '../../platform/shop-rules.js';

const EXPIRED = 'Download Expired, Contact support for assistance';

describe('download', () => {
  let shop: OpenShop;
  let patternId: string;
  let buyer: TestBuyer;
  let purchaseId: string;
  let token: string;

  beforeAll(async () => {
    shop = await openShop({ workers: true });
    patternId = await aPattern()
      .titled('Fräulein Größe „Ännchen“', 'Miss Anna')
      .with({ kind: 'a0', pdf: () => aPdf({ pages: 1 }) }, { kind: 'a4', pdf: () => aPdf({ pages: 2 }) })
      .in(shop);
    await shop.settles();
  });
  afterAll(() => shop?.close());
  beforeEach(async () => {
    buyer = await aBuyer(shop);
    purchaseId = await buy(shop, buyer, patternId);
    token = (await delivered(shop, buyer, purchaseId)).downloadToken!;
  });

  const download = (body: object = {}, who = buyer) => as(shop, who).post('/api/downloads/secure', { token, ...body });
  /** Moves all grants a minute into the past. */
  const ageGrants = () => shop.sql.rows(`update download_grants set granted_at = granted_at - interval '1 minute'`);

  it('is granted up to the limit of each file and then refused with the documented message', async () => {
    for (let count = 1; count <= DOWNLOAD_LIMIT; count += 1) {
      expect((await download()).body.data).toMatchObject({ downloadCount: count, expiresIn: 60 });
      await ageGrants();
    }
    const access = await accessOf(shop, buyer, purchaseId);
    const [a4, a0] = access.files;
    const refused = await download({ file: a4!.id });
    expect(refused).toMatchObject({ status: 403, body: { code: 'DOWNLOAD_LIMIT', message: EXPIRED } });
    expect([a4, a0]).toMatchObject([
      { kind: 'a4', downloadCount: DOWNLOAD_LIMIT, downloadLimit: DOWNLOAD_LIMIT },
      { kind: 'a0', downloadCount: 0 },
    ]);
    expect(access.canDownload).toBe(true);
    expect((await download({ file: a0!.id })).body.data).toMatchObject({ downloadCount: 1 });
    const grants = await shop.sql.rows(
      `select g.id from download_grants g join copies c on c.id = g.copy_id where c.purchase_id = $1`,
      [purchaseId],
    );
    expect(grants).toHaveLength(DOWNLOAD_LIMIT + 1);
  });

  it('returns a copy that is marked with the buyer’s Korean address', async () => {
    const email = '홍길동@예시.한국';
    const koreanBuyer = await aBuyer(shop, email);
    const { downloadToken } = await delivered(shop, koreanBuyer, await buy(shop, koreanBuyer, patternId));
    const link = (await download({ token: downloadToken }, koreanBuyer)).body.data.downloadUrl as string;
    const document = (await openWithPdfJs(Buffer.from(await (await fetch(link)).arrayBuffer())))!;
    const { texts } = await document.page(1);
    await document.close();
    const line = texts.filter(({ direction }) => direction === 'right').map(({ text }) => text);
    expect(line.join('').replaceAll(' ', '')).toContain(`Lizenziertfür${email}–Bestellung`);
  });

  it('returns a copy that was joined by S3 if the master is padded to the smallest part size', async () => {
    const padded = await aPattern()
      .with({ kind: 'a0', pdf: () => aPdf({ pages: 1, padding: 4_300_000 }) })
      .in(shop);
    await shop.settles();
    const { bytes } = (await shop.sql.row<{ bytes: number }>(
      `select master_bytes::float8 as bytes from pattern_files where pattern_id = $1`,
      [padded],
    ))!;
    expect(bytes).toBe(SMALLEST_PART);
    const files = shop.workers.get(Files, { strict: false });
    const [joins, puts] = [jest.spyOn(files, 'joinInStorage'), jest.spyOn(files, 'put')];
    try {
      await delivered(shop, buyer, await buy(shop, buyer, padded));
      const copies = puts.mock.calls.filter(([key]) => key.startsWith('copies/'));
      expect([joins.mock.calls.length, copies.length]).toEqual([1, 0]);
    } finally {
      joins.mockRestore();
      puts.mockRestore();
    }
  });

  it('is listed with the pattern title in the requested language, by default in the language of the account', async () => {
    await download();
    const readTitles = async (query: string) => {
      const read = (path: string) => as(shop, buyer).get(`/api/${path}${query}`);
      const [list, single, recent] = await Promise.all([
        read('users/purchases'),
        read(`downloads/${purchaseId}`),
        read('users/downloads/recent'),
      ]);
      const rows = [list.body.data.purchases[0], single.body.data, recent.body.data.downloads[0]];
      return rows.map(({ patternTitle }) => patternTitle);
    };
    expect(await readTitles('?lang=en')).toEqual(['Miss Anna', 'Miss Anna', 'Miss Anna']);
    expect(new Set(await readTitles(''))).toEqual(new Set(['Fräulein Größe „Ännchen“']));
    expect((await as(shop, buyer).get('/api/users/purchases?lang=fr')).body.error.details[0].field).toBe('lang');
  });

  it('is counted once for concurrent clicks, and again after 30 seconds', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => download()));
    expect(responses.map(({ status }) => status)).toEqual(Array(40).fill(200));
    expect(new Set(responses.map(({ body }) => body.data.downloadCount))).toEqual(new Set([1]));
    expect((await download()).body.data.downloadCount).toBe(1);
    await shop.sql.rows(`update download_grants set granted_at = granted_at - interval '31 seconds'`);
    expect((await download()).body.data.downloadCount).toBe(2);
  });

  it('is refused to concurrent requests beyond the limit', async () => {
    const file = (await accessOf(shop, buyer, purchaseId)).files[0]!.id;
    for (let count = 1; count < DOWNLOAD_LIMIT; count += 1) {
      await download({ file });
      await ageGrants();
    }
    await Promise.all(Array.from({ length: 40 }, () => download({ file })));
    await ageGrants();
    const refused = await Promise.all(Array.from({ length: 40 }, () => download({ file })));
    expect(refused.map(({ status }) => status)).toEqual(Array(40).fill(403));
    expect((await accessOf(shop, buyer, purchaseId)).downloadCount).toBe(DOWNLOAD_LIMIT);
  });

  it('returns the first file when the request names no file, even if that file has reached its limit', async () => {
    for (let count = 1; count <= DOWNLOAD_LIMIT; count += 1) {
      const repeats = [await download(), await download()];
      for (const { body } of repeats)
        expect(body.data).toMatchObject({ downloadCount: count, fileName: expect.stringMatching(/A4/) });
      await ageGrants();
    }
    expect(await download()).toMatchObject({ status: 403, body: { code: 'DOWNLOAD_LIMIT', message: EXPIRED } });
    const { files, canDownload } = await accessOf(shop, buyer, purchaseId);
    expect(files.map(({ downloadCount }) => downloadCount)).toEqual([DOWNLOAD_LIMIT, 0]);
    expect(canDownload).toBe(true);
    expect((await download({ file: files[1]!.id })).body.data).toMatchObject({ downloadCount: 1 });
  });

  it('is refused to another user who knows the purchase id and the token, and without a session', async () => {
    const otherUser = await aBuyer(shop);
    const calls = as(shop, otherUser);
    const file = (await accessOf(shop, buyer, purchaseId)).files[0]!.id;
    for (const path of [
      `/api/downloads/${purchaseId}`,
      `/api/downloads/${token}`,
      `/api/users/purchases/${purchaseId}/download`,
    ]) {
      expect(await calls.get(path)).toMatchObject({ status: 404, body: { code: 'DOWNLOAD_NOT_FOUND' } });
      expect((await shop.http.get(path)).status).toBe(401);
    }
    expect((await download({}, otherUser)).status).toBe(404);
    expect((await download({ file }, otherUser)).status).toBe(404);
    expect((await shop.http.post('/api/downloads/secure').send({ token })).status).toBe(401);
    expect((await calls.get('/api/users/purchases')).body.data.purchases).toEqual([]);
    expect((await calls.get('/api/users/downloads/recent')).body.data.downloads).toEqual([]);
    expect((await accessOf(shop, buyer, purchaseId)).downloadCount).toBe(0);
  });

  it('is refused for a file of another purchase and for an unknown token', async () => {
    const otherBuyer = await aBuyer(shop);
    const otherPurchase = await delivered(shop, otherBuyer, await buy(shop, otherBuyer, patternId));
    expect((await download({ file: otherPurchase.files[0]!.id })).status).toBe(404);
    expect((await download({ token: `${token}x` })).status).toBe(404);
  });

  it('is refused after the access has expired', async () => {
    await shop.sql.rows(`update purchases set access_expires_at = now() - interval '1 second' where id = $1`, [
      purchaseId,
    ]);
    expect(await download()).toMatchObject({ status: 403, body: { code: 'DOWNLOAD_EXPIRED', message: EXPIRED } });
    expect(await accessOf(shop, buyer, purchaseId)).toMatchObject({ status: 'paid', canDownload: false });
  });

  it('is refused while a refund is requested, and granted when the refund fails', async () => {
    await shop.sql.rows(
      `insert into refund_requests (purchase_id, cause, requested_at, announced_at) values ($1, 'withdrawal', now(), now())`,
      [purchaseId],
    );
    expect(await download()).toMatchObject({ status: 403, body: { code: 'DOWNLOAD_EXPIRED', message: EXPIRED } });
    const renew = () => as(shop, buyer).post(`/api/users/purchases/${purchaseId}/renew-link`, {});
    expect(await renew()).toMatchObject({ status: 409, body: { code: 'PURCHASE_NOT_PAID' } });
    expect(await accessOf(shop, buyer, purchaseId)).toMatchObject({
      status: 'paid',
      copyState: 'none',
      canDownload: false,
      downloadToken: null,
      downloadCount: 0,
    });
    await shop.sql.rows(`update refund_requests set failure = 'charge_disputed' where purchase_id = $1`, [purchaseId]);
    expect((await download()).status).toBe(200);
    expect(await accessOf(shop, buyer, purchaseId)).toMatchObject({ canDownload: true, downloadToken: token });
    expect((await renew()).status).toBe(200);
  });

  it('is refused and not counted until the copy is ready', async () => {
    await shop.sql.rows(`update copies set state = 'marking' where purchase_id = $1`, [purchaseId]);
    expect(await download()).toMatchObject({ status: 409, body: { code: 'COPY_NOT_READY' } });
    expect(await accessOf(shop, buyer, purchaseId)).toMatchObject({ copyState: 'marking', downloadCount: 0 });
    const otherBuyer = await aBuyer(shop);
    const started = await startPayment(shop, otherBuyer, patternId);
    expect((await accessOf(shop, otherBuyer, started.body.data.purchase_id)).downloadToken).toBeNull();
  });

  it('has a file name with umlauts', async () => {
    const { downloadUrl, fileName, bytes } = (await download()).body.data;
    expect(fileName).toBe('Fräulein Größe „Ännchen“ – A4.pdf');
    const response = await fetch(downloadUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const disposition = response.headers.get('content-disposition')!;
    const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(disposition)!;
    expect(decodeURIComponent(encoded!)).toBe(fileName);
    expect(disposition).toMatch(/^attachment; filename="Fraulein [\x20-\x7e]*A4\.pdf"/);
    expect((await response.arrayBuffer()).byteLength).toBe(bytes);
  });

  it('has a file name in the requested language in lists, and in the order’s language in the download and the mail', async () => {
    const englishBuyer = await aBuyer(shop);
    const id = await buy(shop, englishBuyer, patternId, { locale: 'en' });
    const { downloadToken } = await delivered(shop, englishBuyer, id);
    const { downloadUrl, fileName } = (await download({ token: downloadToken }, englishBuyer)).body.data;
    expect(fileName).toBe('Miss Anna – A4.pdf');
    const disposition = (await fetch(downloadUrl)).headers.get('content-disposition')!;
    expect(decodeURIComponent(disposition)).toContain(`UTF-8''${fileName}`);
    await shop.settles();
    const mails = (await shop.mails()).filter(({ to }) => to[0]!.address === englishBuyer.email);
    expect(mails.find(({ subject }) => subject.includes('Ready'))?.text).toContain(
      '- Miss Anna – A4.pdf\n- Miss Anna – A0.pdf\n',
    );
    const readNames = async (language: string) => {
      const read = (path: string) => as(shop, englishBuyer).get(`/api/${path}?lang=${language}`);
      const [single, recent] = await Promise.all([read(`downloads/${id}`), read('users/downloads/recent')]);
      return [single.body.data.files[0], recent.body.data.downloads[0]].map((file) => file.fileName);
    };
    expect(await readNames('en')).toEqual([fileName, fileName]);
    expect(new Set(await readNames('de'))).toEqual(new Set(['Fräulein Größe „Ännchen“ – A4.pdf']));
  });

  it('is refused after its presigned URL has expired, and the URL opens no other object', async () => {
    const { object_key: key } = (await shop.sql.row<{ object_key: string }>(
      `select object_key from copies where purchase_id = $1 limit 1`,
      [purchaseId],
    ))!;
    const shortUrl = await shop.files.presignDownload(key, 'Schnitt.pdf', 2);
    expect((await fetch(shortUrl)).status).toBe(200);
    await until('the link has expired', async () => (await fetch(shortUrl)).status === 403);

    const { downloadUrl } = (await download()).body.data;
    const { master_key: master } = (await shop.sql.row<{ master_key: string }>(
      `select master_key from pattern_files where pattern_id = $1 limit 1`,
      [patternId],
    ))!;
    const otherObject = new URL(downloadUrl);
    otherObject.pathname = otherObject.pathname.replace(/[^/]+\/[^/]+\/[^/]+$/, master);
    expect((await fetch(otherObject)).status).toBe(403);
    const unsigned = new URL(otherObject.pathname, otherObject.origin);
    expect((await fetch(unsigned)).status).toBe(403);
    const extended = new URL(downloadUrl);
    extended.searchParams.set('X-Amz-Expires', '86400');
    expect((await fetch(extended)).status).toBe(403);
  });

  it('is listed in the recent downloads and the purchases', async () => {
    const response = (await download()).body.data;
    const calls = as(shop, buyer);
    expect((await calls.get('/api/users/downloads/recent?limit=5')).body.data.downloads).toEqual([
      expect.objectContaining({
        patternTitle: 'Fräulein Größe „Ännchen“',
        fileName: response.fileName,
        bytesDownloaded: response.bytes,
        success: true,
      }),
    ]);
    expect((await calls.get('/api/users/downloads/recent?limit=51')).status).toBe(400);
    const { purchases } = (await calls.get('/api/users/purchases')).body.data;
    expect(purchases).toMatchObject([{ id: purchaseId, downloadToken: token, downloadCount: 1, canDownload: true }]);
    expect((await calls.get(`/api/users/patterns/${patternId}/access`)).body.data.hasAccess).toBe(true);
    const otherUser = as(shop, await aBuyer(shop));
    expect((await otherUser.get(`/api/users/patterns/${patternId}/access`)).body.data.hasAccess).toBe(false);
  });
});
