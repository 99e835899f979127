import { MikroORM, RequestContext } from '@mikro-orm/core';
import { SendCopyReady } from '#workers/purchases/send-copy-ready.js';
import { downloadToken } from './download-token.js';
import { countStatement, SEARCH_CONDITION } from '../orders/queries/list-all-purchases.js';
import { aBuyer, aPattern, aPdf, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, as, buy, confirmCard, delivered, startPayment } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';
import { DOWNLOAD_LIMIT } from '../../platform/shop-rules.js';

let shop: OpenShop;
let patternId: string;
let buyer: TestBuyer;
let admin: TestBuyer;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  patternId = await aPattern().titled('Bluse Berta').costing(1290).in(shop);
  admin = await aBuyer(shop);
  await shop.sql.rows(`update users set role = 'admin' where id = $1`, [admin.id]);
  await shop.settles();
});
afterAll(() => shop?.close());
beforeEach(async () => {
  buyer = await aBuyer(shop);
});

const buyDelivered = async () => {
  const purchaseId = await buy(shop, buyer, patternId);
  await delivered(shop, buyer, purchaseId);
  return purchaseId;
};
const listPurchases = async (query: string) =>
  (await as(shop, admin).get(`/api/admin/purchases?${query}`)).body.data as {
    purchases: Record<string, unknown>[];
    total: number;
  };

describe('link renewal', () => {
  it('gives 30 days of access, resets the download counts to zero and revokes the old link', async () => {
    const id = await buyDelivered();
    const { downloadToken: oldToken } = await accessOf(shop, buyer, id);
    const calls = as(shop, buyer);
    for (let count = 0; count < DOWNLOAD_LIMIT; count += 1) {
      await calls.post('/api/downloads/secure', { token: oldToken });
      await shop.sql.rows(`update download_grants set granted_at = granted_at - interval '1 minute'`);
    }
    await shop.sql.rows(`update purchases set access_expires_at = now() - interval '1 second' where id = $1`, [id]);
    const renewed = await calls.post(`/api/users/purchases/${id}/renew-link`, {});
    expect(renewed).toMatchObject({
      status: 200,
      body: { data: { canDownload: true, downloadCount: 0, renewalsLeft: 2 } },
    });
    const { downloadToken: token, downloadExpiresAt: expiresAt } = renewed.body.data;
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
    expect((await calls.post('/api/downloads/secure', { token: oldToken })).status).toBe(404);
    expect((await calls.get(`/api/downloads/${oldToken}`)).status).toBe(404);
    expect((await calls.post('/api/downloads/secure', { token })).body.data).toMatchObject({ downloadCount: 1 });
    await shop.settles();
    const mails = (await shop.mails()).filter(({ to }) => to[0]!.address === buyer.email);
    expect(mails.filter(({ subject }) => /Bereit zum Herunterladen/.test(subject))).toHaveLength(1);
  });

  it('is limited to three times a month per purchase, even for concurrent requests', async () => {
    const id = await buyDelivered();
    const renew = () => as(shop, buyer).post(`/api/users/purchases/${id}/renew-link`, {});
    const responses = await Promise.all(Array.from({ length: 10 }, renew));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(7).fill(429)]);
    const refused = await renew();
    expect(refused).toMatchObject({ status: 429, body: { code: 'RENEWAL_LIMIT' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(31 * 86_400 + 3_600);
    const entries = await shop.sql.rows(
      `select 1 from audit_entries where user_id = $1 and action = 'purchases.link-renewed'`,
      [buyer.id],
    );
    expect(entries).toHaveLength(3);
    await shop.sql.rows(
      `update link_renewals set renewed_at = renewed_at - interval '32 days' where purchase_id = $1`,
      [id],
    );
    expect((await renew()).status).toBe(200);
  });

  it('is refused to other users and for a refunded purchase', async () => {
    const id = await buyDelivered();
    const path = `/api/users/purchases/${id}/renew-link`;
    const otherUser = await aBuyer(shop);
    expect(await as(shop, otherUser).post(path, {})).toMatchObject({
      status: 404,
      body: { code: 'DOWNLOAD_NOT_FOUND' },
    });
    await as(shop, admin).post(`/api/admin/purchases/${id}/refund`, {});
    await shop.settles();
    expect(await as(shop, buyer).post(path, {})).toMatchObject({ status: 409, body: { code: 'PURCHASE_NOT_PAID' } });
  });
});

describe('list of purchases for support', () => {
  it('finds a purchase by order number, e-mail address or payment id, and returns each paging field under two names', async () => {
    const id = await buyDelivered();
    const { orderNumber } = await accessOf(shop, buyer, id);
    const payment = shop.stripe.control.payments().find(({ metadata }) => metadata.purchase_id === id);
    for (const search of [orderNumber, buyer.email.toUpperCase(), payment!.id]) {
      const page = await listPurchases(`search=${encodeURIComponent(search)}`);
      expect(page).toMatchObject({ total: 1, totalItems: 1, page: 1, currentPage: 1, total_pages: 1, totalPages: 1 });
      expect(page.purchases[0]).toMatchObject({
        id,
        orderNumber,
        buyerEmail: buyer.email,
        status: 'paid',
        amountCents: 1290,
        cardCountry: 'DE',
        refund: null,
        copies: [{ kind: 'a4', state: 'ready', downloadCount: 0 }],
      });
    }
    expect((await listPurchases('search=%25')).total).toBe(0);
    expect((await listPurchases('status=paid&limit=1')).purchases).toHaveLength(1);
    expect(await listPurchases('page=9999')).toMatchObject({ purchases: [], page: 9999 });
    const all = JSON.stringify(await listPurchases('limit=100'));
    expect(all).not.toMatch(/4242|secret|token/i);
  });

  it('uses indexes for the search', async () => {
    const id = await buyDelivered();
    await shop.sql.rows(
      `insert into purchases (id, order_number, pattern_id, buyer_email, buyer_email_key, locale, amount_cents, currency,
                              status, created_at)
       select gen_random_uuid(), 'MANY-' || n, $1::uuid, k, k, 'de', 990, 'EUR', 'cancelled', now() - n * interval '1 minute'
       from (select n, md5(n::text) || '@many.example' as k from generate_series(1, 8000) n) t`,
      [patternId],
    );
    await shop.owner.rows('vacuum analyze purchases');
    const plan = await shop.sql.rows<{ 'QUERY PLAN': string }>(`explain ${countStatement(SEARCH_CONDITION)}`, [
      null,
      '%ein.name@%',
      'ein.name@',
    ]);
    const used = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(used).toContain('purchases_search');
    expect(used).toContain('purchases_payment_intent_unique');
    expect(await listPurchases(`search=${buyer.email.slice(0, -4)}`)).toMatchObject({ total: 1, purchases: [{ id }] });
    await shop.sql.rows(`delete from purchases where order_number like 'MANY-%'`);
  });

  it('is refused to buyers and without a session', async () => {
    expect((await as(shop, buyer).get('/api/admin/purchases')).status).toBe(403);
    expect((await shop.http.get('/api/admin/purchases')).status).toBe(401);
  });
});

describe('mail about finished copies', () => {
  const mails = async (subject: RegExp, to = buyer.email) =>
    (await shop.mails()).filter((mail) => mail.to[0]!.address === to && subject.test(mail.subject));

  it('is sent once, after the confirmation of the order', async () => {
    const patternWithTwoFiles = await aPattern()
      .with(...(['a4', 'a0'] as const).map((kind) => ({ kind, pdf: () => aPdf({ pages: 1 }) })))
      .costing(500)
      .in(shop);
    await shop.settles();
    const started = (await startPayment(shop, buyer, patternWithTwoFiles)).body.data;
    await confirmCard(shop, started.client_secret);
    await delivered(shop, buyer, started.purchase_id);
    await shop.settles();
    const [ready, ...more] = await mails(/Bereit zum Herunterladen/);
    expect(more).toEqual([]);
    expect(ready!.text).toMatch(/A4\.pdf[\s\S]*A0\.pdf/);
    const [receipt] = await mails(/Deine Bestellung/);
    expect(Date.parse(String(receipt!.time))).toBeLessThanOrEqual(Date.parse(String(ready!.time)));
    const { downloadToken: token } = await accessOf(shop, buyer, started.purchase_id);
    expect(ready!.text).toContain(`/download/${token}`);
  });

  it('waits at most a minute for the confirmation of the order', async () => {
    const id = await buyDelivered();
    await shop.settles();
    const job = shop.workers.get(SendCopyReady, { strict: false });
    const run = (executionId: string) =>
      RequestContext.create(shop.workers.get(MikroORM).em, () =>
        job.run({ purchaseId: id }, { executionId, signal: AbortSignal.timeout(5_000) }),
      );
    await shop.sql.rows(`update purchases set receipt_sent_at = null, paid_at = now() where id = $1`, [id]);
    await expect(run('early')).rejects.toThrow('receipt has not been sent');
    await shop.sql.rows(`update purchases set paid_at = now() - interval '61 seconds' where id = $1`, [id]);
    await run('after-a-minute');
    expect(await mails(/Bereit zum Herunterladen/)).toHaveLength(2);
  });

  it('is sent to a guest who has paid', async () => {
    const guest = 'zahlgast@example.com';
    const started = await startPayment(shop, null, patternId, { buyer_email: guest });
    await confirmCard(shop, started.body.data.client_secret);
    await until('the mail has arrived', async () => (await mails(/Bereit zum Herunterladen/, guest)).length > 0);
    await shop.settles();
    expect(await mails(/Deine Bestellung/, guest)).toHaveLength(1);
    expect(await mails(/Bereit zum Herunterladen/, guest)).toHaveLength(1);
  });

  it('is not sent for a guest’s free order; the confirmation links to the download page, which requires an account', async () => {
    const freePattern = await aPattern().titled('Haarband').costing(0).in(shop);
    await shop.settles();
    const guest = 'freigast@example.com';
    const started = await startPayment(shop, null, freePattern, { buyer_email: guest });
    expect(started).toMatchObject({ status: 201, body: { data: { status: 'succeeded', client_secret: null } } });
    await shop.settles();
    const [receipt, ...more] = await mails(/./, guest);
    expect([receipt!.subject, more]).toEqual([expect.stringMatching(/^Deine Bestellung/), []]);
    const id = started.body.data.purchase_id;
    const { serial } = (await shop.sql.row<{ serial: number }>(
      `select access_serial as serial from purchases where id = $1`,
      [id],
    ))!;
    const token = downloadToken(shop.config.tokenSecret, id, serial);
    expect(receipt!.text).toContain(`/download/${token}`);
    expect(receipt!.text).toContain('Auf der Download-Seite siehst du, wann sie bereit sind');
    for (const path of [
      'users/purchases',
      `users/purchases/${id}/invoice`,
      'users/downloads/recent',
      `downloads/${id}`,
    ])
      expect((await shop.http.get(`/api/${path}`)).status).toBe(401);
    expect((await shop.http.post(`/api/users/purchases/${id}/renew-link`).send({})).status).toBe(401);
  });
});
