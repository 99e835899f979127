import { createHash, randomUUID } from 'node:crypto';
import { BuildExport } from '#workers/privacy/build-export.js';
import { PurgeExportsJob } from '#workers/privacy/purge-exports.js';
import { Publisher } from '#workers/runtime/publisher.js';
import { aBuyer, aPattern, type TestBuyer } from '../../test/support/builders.js';
import { fetchExport, requestExport, statusOf } from '../../test/support/export.js';
import { type OpenShop, openShop } from '../../test/support/open-shop.js';
import { as, buy, confirmCard, delivered, startPayment } from '../../test/support/pay.js';
import { until } from '../../test/support/settles.js';

let shop: OpenShop;
let freePattern: string;
let paidPattern: string;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  freePattern = await aPattern().titled('=Kleid "Änne"; mit\nUmbruch').costing(0).in(shop);
  paidPattern = await aPattern().titled('<b>Rock & Bluse</b>').in(shop);
  await shop.settles();
});
afterAll(() => shop.close());

const readText = (files: Map<string, Buffer>, name: string) => files.get(name)!.toString();
const moveRequestsBackOneDay = (person: TestBuyer) =>
  shop.sql.rows(`update export_requests set requested_at = requested_at - interval '24 hours' where user_id = $1`, [
    person.id,
  ]);
const buildArchive = (requestId: string) =>
  shop.workers.get(BuildExport).run({ requestId }, { executionId: 'test', signal: AbortSignal.timeout(30_000) });

describe('an archive of all data of a user', () => {
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
    const consents = { consentTypes: ['analytics'] };
    await as(shop, person).post('/api/gdpr/consent', consents).expect(200);
    await shop.sql.rows(
      `with r as (insert into refund_requests (purchase_id, cause, reason, requested_at, amount_cents)
         select id, 'admin', 'Versehen', now(), 300 from purchases where buyer_id = $1 and amount_cents > 0 returning *)
       insert into refunds select uuidv7(), purchase_id, 300, 300, 'response', id, now() from r`,
      [person.id],
    );
    await as(shop, person)
      .post('/api/withdrawals', { name: 'Käthe', email: 'anders@example.com', order_number: 'der Rock' })
      .expect(202);
    await shop.settles();
    archive = await fetchExport(shop, person, await requestExport(shop, person));
  });

  it('is a ZIP file with a descriptive name', () => {
    expect(archive.headers.get('content-type')).toBe('application/zip');
    expect(archive.headers.get('content-disposition')).toMatch(/filename="Meine Daten \d{4}-\d\d-\d\d\.zip"/);
    expect(archive.bytes.byteLength).toBe(archive.status.bytes);
    expect(archive.status.expiresAt!.slice(0, 10) > archive.status.readyAt!.slice(0, 10)).toBe(true);
  });

  it('contains all data of the user as JSON', () => {
    const data = JSON.parse(readText(archive.files, 'data.json'));
    expect(data.account).toMatchObject([{ id: person.id, email: 'käthe@example.com', display_name: 'Käthe Käufer' }]);
    expect(data.purchases).toMatchObject([{ licence: { kind: 'private' } }, { licence: { kind: 'private' } }]);
    expect(data.purchases.map(({ amount_cents }: { amount_cents: number }) => amount_cents).sort()).toEqual([0, 1290]);
    expect(data.downloads).toHaveLength(2);
    expect(data.wishlist).toMatchObject([{ pattern: '<b>Rock & Bluse</b>' }]);
    expect(data.consents).toMatchObject([{ type: 'analytics', granted: true }]);
    expect(data['audit-log'].map(({ action }: { action: string }) => action)).toContain('privacy.export-requested');
    expect(data).toMatchObject({ invoices: [{}], refunds: [{ refund_cents: 300, total_cents: 300, currency: 'EUR' }] });
    expect(data.withdrawals).toMatchObject([{ name: 'Käthe', email: 'anders@example.com', contract: 'der Rock' }]);
    expect(data['refund-requests']).toMatchObject([{ cause: 'admin', reason: 'Versehen', requested_cents: 300 }]);
  });

  it('contains no hash of a password or a token', () => {
    const all = [...archive.files.values()].map((file) => file.toString('latin1')).join('\n');
    expect(all).not.toMatch(/argon2|token_hash|password_hash/);
  });

  it('contains CSV tables without executable formulas', () => {
    const csv = readText(archive.files, 'csv/purchases.csv');
    expect(csv).toMatch(/^\uFEFF"id","order_number",/);
    expect(csv).toContain(`"'=Kleid ""Änne""; mit\nUmbruch"`);
    expect(csv.split('\r\n')).toHaveLength(4);
  });

  it('contains a readable report in which all texts are escaped', () => {
    const report = readText(archive.files, 'report.html');
    expect(report).toContain('<html lang="de">');
    expect(report).toContain('&lt;b&gt;Rock &amp; Bluse&lt;/b&gt;');
    expect(report).not.toContain('<b>Rock');
    expect(report).not.toMatch(/undefined|\[object|https?:/);
  });

  it('contains the invoices', () => {
    const names = [...archive.files.keys()].filter((name) => name.startsWith('invoices/'));
    expect(names).toEqual([expect.stringMatching(/^invoices\/.+\.pdf$/)]);
    expect(archive.files.get(names[0]!)!.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('lists every file with its size and checksum', () => {
    const { files, missing } = JSON.parse(readText(archive.files, 'manifest.json')) as {
      missing: string[];
      files: { name: string; bytes: number; sha256: string }[];
    };
    expect(missing).toEqual([]);
    const found = [...archive.files].filter(([name]) => name !== 'manifest.json');
    expect(files).toEqual(
      found.map(([name, content]) => ({
        name,
        bytes: content.byteLength,
        sha256: createHash('sha256').update(content).digest('hex'),
      })),
    );
  });

  it('is announced by a mail without a download link', async () => {
    await shop.settles();
    const mail = (await shop.mails()).find(({ subject }) => /Daten/.test(subject));
    expect(JSON.stringify(mail)).toContain('/profile?tab=privacy');
    expect(JSON.stringify(mail)).not.toMatch(/X-Amz|\.zip/);
  });

  it('is refused with 429 when the user requests it within 24 hours of the previous request', async () => {
    const response = await as(shop, person).post('/api/gdpr/export', {});
    expect([response.status, response.body.code]).toEqual([429, 'EXPORT_TOO_SOON']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(86_000);
    expect(response.body.message).toMatch(/\d{4}-\d\d-\d\dT/);
    await moveRequestsBackOneDay(person);
    await requestExport(shop, person);
    await shop.settles();
  });
});

/** Requests an archive and parses its JSON files. */
async function fetchData(person: TestBuyer) {
  const { files } = await fetchExport(shop, person, await requestExport(shop, person));
  const parse = (name: string) => JSON.parse(readText(files, name));
  return { files, data: parse('data.json'), manifest: parse('manifest.json') };
}

describe('the archive', () => {
  it('contains newsletter subscriptions and password resets of the address only after the user has proven the mailbox', async () => {
    const email = 'andere@example.com';
    await shop.http.post('/api/newsletter/subscribe').send({ email, locale: 'de' }).expect(202);
    await shop.http.post('/api/password-reset/request').send({ email }).expect(200);
    const person = await aBuyer(shop, email);
    // `verified_at` is set, but `mailbox_proven_at` is not: verification alone does not prove the mailbox.
    await shop.sql.rows('update users set verified_at = now() where id = $1', [person.id]);
    expect((await fetchData(person)).data).toMatchObject({ newsletter: [], 'password-resets': [] });
    await shop.sql.rows('update users set mailbox_proven_at = now() where id = $1', [person.id]);
    await moveRequestsBackOneDay(person);
    expect((await fetchData(person)).data).toMatchObject({ newsletter: [{ email }], 'password-resets': [{}] });
    await shop.settles();
  });

  it('shows only order number and time of arrival of a withdrawal that another person declared', async () => {
    const [person, angela] = [await aBuyer(shop), { name: 'Angela Zilpzalp', email: 'zilpzalp@example.com' }];
    const order = async (who: TestBuyer | null) => {
      const { body } = await startPayment(shop, who, freePattern, { buyer_email: angela.email }).expect(201);
      const number = 'select order_number as number from purchases where id = $1';
      return (await shop.sql.row<{ number: string }>(number, [body.data.purchase_id]))!.number;
    };
    const [ownOrder, otherOrder] = [await order(person), await order(null)];
    const declared = { ...angela, order_number: `${ownOrder} und ${otherOrder}, Zilpzalpweg 5` };
    await shop.http.post('/api/withdrawals').send(declared).expect(202);
    const { data, files } = await fetchData(person);
    const nonNull = Object.entries(data.withdrawals[0]).filter(([, value]) => value !== null);
    expect(Object.fromEntries(nonNull)).toEqual({ order_number: ownOrder, received_at: expect.any(String) });
    expect(`${[...files.values()]}`).not.toMatch(new RegExp(`Angela|Zilpzalpweg|${otherOrder}`));
    const proveMailbox = 'update users set email_key = $2, mailbox_proven_at = now() where id = $1';
    await shop.sql.rows(proveMailbox, [person.id, angela.email]);
    await moveRequestsBackOneDay(person);
    expect((await fetchData(person)).data.withdrawals).toMatchObject([{ ...angela, contract: declared.order_number }]);
    await shop.settles();
  });

  it('contains pictures, prices and moderation decisions of a designer, but no id of the moderator', async () => {
    const [designer, moderator] = [await aBuyer(shop), await aBuyer(shop)];
    const pattern = await aPattern().titled('Poncho').by(designer.id).with().in(shop);
    await shop.sql.rows(
      `with picture as (insert into pattern_pictures (id, pattern_id, state, source_key, url, requested_at)
         values (gen_random_uuid(), $1, 'ready', 'incoming/x', '/media/x.webp', now()))
       , price as (insert into pattern_prices (pattern_id, since, cents, currency) values ($1, now(), 990, 'EUR'))
       insert into pattern_decisions (id, pattern_id, moderator_id, decision, reason, decided_at)
       values (gen_random_uuid(), $1, $2, 'hidden', 'Fremde Fotos', now())`,
      [pattern, moderator.id],
    );
    const { data, files } = await fetchData(designer);
    expect(data).toMatchObject({
      'pattern-pictures': [{ pattern: 'Poncho', url: '/media/x.webp' }],
      'pattern-prices': [{ amount_cents: 990, currency: 'EUR' }],
      'pattern-decisions': [{ pattern: 'Poncho', decision: 'hidden', reason: 'Fremde Fotos' }],
    });
    expect(JSON.stringify(data)).not.toContain(moderator.id);
    expect(readText(files, 'report.html')).toMatch(/ausgeblendet.+Fremde Fotos/);
    await shop.settles();
  });

  it('contains the invoices of earlier guest purchases', async () => {
    const email = 'gast@example.com';
    const { body } = await startPayment(shop, null, paidPattern, { buyer_email: email }).expect(201);
    await confirmCard(shop, body.data.client_secret);
    await until('the invoice is written', () =>
      shop.sql.row('select from invoices where purchase_id = $1 and object_key is not null', [body.data.purchase_id]),
    );
    const person = await aBuyer(shop, email);
    await shop.sql.rows('update purchases set buyer_id = $1 where id = $2', [person.id, body.data.purchase_id]);
    const { data, manifest } = await fetchData(person);
    expect(data.invoices).toMatchObject([{ buyer_email: email }]);
    expect(JSON.stringify(manifest.files)).toContain(data.invoices[0].file);
    await shop.settles();
  });

  it('lists a lost invoice as missing', async () => {
    const person = await aBuyer(shop);
    await delivered(shop, person, await buy(shop, person, paidPattern));
    await shop.settles();
    const [invoice] = await shop.sql.rows<{ key: string; number: string }>(
      'select object_key as key, number from invoices where buyer_id = $1',
      [person.id],
    );
    await shop.files.remove(invoice!.key);
    const { manifest } = await fetchData(person);
    expect(manifest.missing).toEqual([`invoices/${invoice!.number}.pdf`]);
    await shop.settles();
  });
});

describe('a request for an archive', () => {
  it('is stored only once when it is sent twenty times concurrently', async () => {
    const person = await aBuyer(shop);
    // The queue is paused to keep the request open: once the archive is ready, another request is refused.
    const queue = shop.workers.get(Publisher, { strict: false }).queue('privacy');
    await queue.pause();
    const ids = await Promise.all(Array.from({ length: 20 }, () => requestExport(shop, person)));
    await queue.resume();
    expect(new Set(ids).size).toBe(1);
    await shop.settles();
    expect(await statusOf(shop, person)).toMatchObject({ requestId: ids[0], status: 'ready' });
  });

  it('is not found for other users', async () => {
    const [person, other] = [await aBuyer(shop), await aBuyer(shop)];
    const id = await requestExport(shop, person);
    for (const requestId of [id, randomUUID(), 'x', '', `${id}' or true`]) {
      const response = await as(shop, other).get(`/api/gdpr/export/status?requestId=${encodeURIComponent(requestId)}`);
      expect([response.status, response.body.code]).toEqual([404, 'EXPORT_NOT_FOUND']);
    }
    await shop.settles();
  });

  it('is processed again after the worker crashed', async () => {
    const person = await aBuyer(shop);
    const requestId = await requestExport(shop, person);
    await shop.settles();
    const key = `exports/${person.id}/${requestId}.zip`;
    const before = await shop.files.head(key);
    // Simulates a process that was killed after the upload and before the upload was recorded.
    await shop.sql.rows(`update export_requests set state = 'running', ready_at = null where id = $1`, [requestId]);
    await buildArchive(requestId);
    const archive = await fetchExport(shop, person, requestId);
    expect(archive.files.has('manifest.json')).toBe(true);
    expect((await shop.files.head(key))!.bytes).toBeGreaterThan(before!.bytes / 2);
    await buildArchive(requestId);
    expect((await statusOf(shop, person, requestId)).status).toBe('ready');
  });

  it('fails after four attempts; the user can then request another archive', async () => {
    const person = await aBuyer(shop);
    const requestId = await requestExport(shop, person);
    await shop.settles();
    await shop.sql.rows(`update export_requests set state = 'queued', ready_at = null where id = $1`, [requestId]);
    const stopped = { executionId: 'test', signal: AbortSignal.abort(new Error('out of time')) };
    const attempt = async () => shop.workers.get(BuildExport).run({ requestId }, stopped);
    for (let n = 1; n < 4; n += 1) await expect(attempt()).rejects.toThrow('out of time');
    await expect(attempt()).rejects.toThrow('given up');
    expect(await statusOf(shop, person, requestId)).toMatchObject({ status: 'failed', downloadUrl: null });
    expect(await shop.files.head(`exports/${person.id}/${requestId}.zip`)).toBeNull();
    expect(await requestExport(shop, person)).not.toBe(requestId);
    await shop.settles();
  });

  it('expires after seven days, and its archive is deleted', async () => {
    const person = await aBuyer(shop);
    const requestId = await requestExport(shop, person);
    await shop.settles();
    await shop.sql.rows(`update export_requests set expires_at = now() - interval '1 second' where id = $1`, [
      requestId,
    ]);
    expect(await statusOf(shop, person, requestId)).toMatchObject({ status: 'expired', downloadUrl: null });
    await shop.workers.get(PurgeExportsJob).run({}, { executionId: 'test', signal: AbortSignal.timeout(10_000) });
    expect(await shop.files.head(`exports/${person.id}/${requestId}.zip`)).toBeNull();
    expect(await statusOf(shop, person, requestId)).toMatchObject({ status: 'expired' });
  });
});
