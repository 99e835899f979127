import { createHash, randomUUID } from 'node:crypto';
import { BuildExport } from '#workers/privacy/build-export.js';
import { ExpireExportsJob } from '#workers/privacy/expire-exports.js';
import { aBuyer, aPattern, type TestBuyer } from './support/builders.js';
import { fetchExport, requestExport, statusOf } from './support/export.js';
import { type OpenShop, openShop } from './support/open-shop.js';
import { as, buy, delivered, startPayment } from './support/pay.js';

let shop: OpenShop;
let freePattern: string;
let paidPattern: string;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  freePattern = await aPattern().titled('=Kleid "Änne"; mit\nUmbruch').costing(0).in(shop);
  paidPattern = await aPattern().titled('<b>Rock & Bluse</b>').in(shop);
  await shop.settles();
}, 60_000);
afterAll(() => shop.close());

const text = (files: Map<string, Buffer>, name: string) => files.get(name)!.toString();
const nextDay = (person: TestBuyer) =>
  shop.sql.rows(`update export_requests set requested_at = requested_at - interval '24 hours' where user_id = $1`, [
    person.id,
  ]);
const run = (requestId: string) =>
  shop.workers.get(BuildExport).run({ requestId }, { deliveryId: 'test', signal: AbortSignal.timeout(30_000) });

describe('an archive of everything about somebody', () => {
  let person: TestBuyer;
  let archive: Awaited<ReturnType<typeof fetchExport>>;

  beforeAll(async () => {
    person = await aBuyer(shop, 'käthe@example.com');
    const free = (await startPayment(shop, person, freePattern)).body.data.purchase_id;
    for (const purchase of [free, await buy(shop, person, paidPattern)]) {
      const access = await delivered(shop, person, purchase);
      await as(shop, person).post('/api/downloads/secure', { token: access.downloadToken }).expect(200);
    }
    await as(shop, person).post(`/api/wishlist/${paidPattern}`, {}).expect(201);
    await as(shop, person)
      .post('/api/gdpr/consent', { consentTypes: ['analytics'] })
      .expect(200);
    await shop.settles();
    archive = await fetchExport(shop, person, await requestExport(shop, person));
  }, 60_000);

  it('is a ZIP with a name that says what it is', () => {
    expect(archive.headers.get('content-type')).toBe('application/zip');
    expect(archive.headers.get('content-disposition')).toMatch(/filename="Meine Daten \d{4}-\d\d-\d\d\.zip"/);
    expect(archive.bytes.byteLength).toBe(archive.status.bytes);
    expect(archive.status.expiresAt!.slice(0, 10) > archive.status.readyAt!.slice(0, 10)).toBe(true);
  });

  it('holds what the person did here, for machines', () => {
    const data = JSON.parse(text(archive.files, 'data.json'));
    expect(data.account).toMatchObject([{ id: person.id, email: 'käthe@example.com', display_name: 'Käthe Käufer' }]);
    expect(data.purchases).toHaveLength(2);
    expect(data.purchases.map(({ amount_cents }: { amount_cents: number }) => amount_cents).sort()).toEqual([0, 1290]);
    expect(data.downloads).toHaveLength(2);
    expect(data.wishlist).toMatchObject([{ pattern: '<b>Rock & Bluse</b>' }]);
    expect(data.consents).toMatchObject([{ type: 'analytics', granted: true }]);
    expect(data['audit-log'].map(({ action }: { action: string }) => action)).toContain('privacy.export-requested');
    expect(data.invoices).toHaveLength(1);
  });

  it('holds no secret of the shop', () => {
    const all = [...archive.files.values()].map((file) => file.toString('latin1')).join('\n');
    expect(all).not.toMatch(/argon2|token_hash|password_hash/);
  });

  it('holds tables that a spreadsheet opens without running anything in them', () => {
    const csv = text(archive.files, 'csv/purchases.csv');
    expect(csv).toMatch(/^\uFEFF"id","order_number",/);
    expect(csv).toContain(`"'=Kleid ""Änne""; mit\nUmbruch"`);
    expect(csv.split('\r\n')).toHaveLength(4);
  });

  it('holds a report that can be read, in which no text of a stranger is markup', () => {
    const report = text(archive.files, 'report.html');
    expect(report).toContain('<html lang="de">');
    expect(report).toContain('&lt;b&gt;Rock &amp; Bluse&lt;/b&gt;');
    expect(report).not.toContain('<b>Rock');
    expect(report).not.toMatch(/undefined|\[object|https?:/);
  });

  it('holds the invoices', () => {
    const names = [...archive.files.keys()].filter((name) => name.startsWith('invoices/'));
    expect(names).toEqual([expect.stringMatching(/^invoices\/.+\.pdf$/)]);
    expect(archive.files.get(names[0]!)!.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('lists every file with its size and checksum', () => {
    const { files } = JSON.parse(text(archive.files, 'manifest.json')) as {
      files: { name: string; bytes: number; sha256: string }[];
    };
    const found = [...archive.files].filter(([name]) => name !== 'manifest.json');
    expect(files).toEqual(
      found.map(([name, content]) => ({
        name,
        bytes: content.byteLength,
        sha256: createHash('sha256').update(content).digest('hex'),
      })),
    );
  });

  it('is announced by a mail that opens nothing by itself', async () => {
    await shop.settles();
    const mail = (await shop.mails()).find(({ subject }) => /Daten/.test(subject));
    expect(JSON.stringify(mail)).toContain('/profile?tab=privacy');
    expect(JSON.stringify(mail)).not.toMatch(/X-Amz|\.zip/);
  });

  it('can be asked for once a day, whenever that was', async () => {
    const soon = await as(shop, person).post('/api/gdpr/export', {});
    expect([soon.status, soon.body.code]).toEqual([429, 'EXPORT_TOO_SOON']);
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(86_000);
    expect(soon.body.message).toMatch(/\d{4}-\d\d-\d\dT/);
    await nextDay(person);
    await requestExport(shop, person);
    await shop.settles();
  });
});

describe('a request for an archive', () => {
  it('is one, however often it is clicked', async () => {
    const person = await aBuyer(shop);
    const ids = await Promise.all(Array.from({ length: 20 }, () => requestExport(shop, person)));
    expect(new Set(ids).size).toBe(1);
    await shop.settles();
    expect(await statusOf(shop, person)).toMatchObject({ requestId: ids[0], status: 'ready' });
  });

  it('does not exist for others', async () => {
    const [person, other] = [await aBuyer(shop), await aBuyer(shop)];
    const id = await requestExport(shop, person);
    for (const requestId of [id, randomUUID(), 'x', '', `${id}' or true`]) {
      const answer = await as(shop, other).get(`/api/gdpr/export/status?requestId=${encodeURIComponent(requestId)}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'EXPORT_NOT_FOUND']);
    }
    await shop.settles();
  });

  it('starts over after a crash and leaves nothing behind', async () => {
    const person = await aBuyer(shop);
    const requestId = await requestExport(shop, person);
    await shop.settles();
    const key = `exports/${person.id}/${requestId}.zip`;
    const before = await shop.files.head(key);
    // The process was killed after the upload and before anybody noted it.
    await shop.sql.rows(`update export_requests set state = 'running', ready_at = null where id = $1`, [requestId]);
    await run(requestId);
    const archive = await fetchExport(shop, person, requestId);
    expect(archive.files.has('manifest.json')).toBe(true);
    expect((await shop.files.head(key))!.bytes).toBeGreaterThan(before!.bytes / 2);
    await run(requestId);
    expect((await statusOf(shop, person, requestId)).status).toBe('ready');
  });

  it('ends as failed, and may be made again, when the archive cannot be built', async () => {
    const person = await aBuyer(shop);
    const requestId = await requestExport(shop, person);
    await shop.settles();
    await shop.sql.rows(`update export_requests set state = 'queued', ready_at = null where id = $1`, [requestId]);
    const stopped = { deliveryId: 'test', signal: AbortSignal.abort(new Error('out of time')) };
    const tries = async () => shop.workers.get(BuildExport).run({ requestId }, stopped);
    for (let n = 1; n < 4; n += 1) await expect(tries()).rejects.toThrow('out of time');
    await expect(tries()).rejects.toThrow('given up');
    expect(await statusOf(shop, person, requestId)).toMatchObject({ status: 'failed', downloadUrl: null });
    expect(await shop.files.head(`exports/${person.id}/${requestId}.zip`)).toBeNull();
    expect(await requestExport(shop, person)).not.toBe(requestId);
    await shop.settles();
  });

  it('is over after seven days, and so is its archive', async () => {
    const person = await aBuyer(shop);
    const requestId = await requestExport(shop, person);
    await shop.settles();
    await shop.sql.rows(`update export_requests set expires_at = now() where id = $1`, [requestId]);
    expect(await statusOf(shop, person, requestId)).toMatchObject({ status: 'expired', downloadUrl: null });
    await shop.workers.get(ExpireExportsJob).run({}, { deliveryId: 'test', signal: AbortSignal.timeout(10_000) });
    expect(await shop.files.head(`exports/${person.id}/${requestId}.zip`)).toBeNull();
    expect(await statusOf(shop, person, requestId)).toMatchObject({ status: 'expired' });
  });
});
