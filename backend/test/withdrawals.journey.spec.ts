import { ForgetWithdrawalsJob } from '#workers/purchases/forget-withdrawals.js';
import { aBuyer, aPattern, type TestBuyer } from './support/builders.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { accessOf, as, confirmCard, delivered, startPayment } from './support/pay.js';
import { until } from './support/settles.js';

let shop: OpenShop;
let patternId: string;
let buyer: TestBuyer;
let count = 0;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  patternId = await aPattern().titled('Mantel Mina').costing(1490).in(shop);
  await shop.settles();
}, 60_000);
afterAll(() => shop?.close());
beforeEach(async () => {
  buyer = await aBuyer(shop);
});

const address = () => `widerruf${(count += 1)}@example.com`;
interface Bought {
  id: string;
  orderNumber: string;
}
/** Pays, with or without an account. @returns the order once its files are there */
async function order(who: TestBuyer | null, email: string, consent: boolean): Promise<Bought> {
  const { body } = await startPayment(shop, who, patternId, { consent, buyer_email: email }).expect(201);
  await confirmCard(shop, body.data.client_secret);
  const id = body.data.purchase_id as string;
  const row = await until('the purchase is paid', () =>
    shop.sql.row<{ orderNumber: string }>(
      `select order_number as "orderNumber" from purchases where id = $1 and status = 'paid'`,
      [id],
    ),
  );
  await shop.settles();
  return { id, ...row };
}
const declare = (email: string, order_number: string, body: object = {}) =>
  shop.http.post('/api/withdrawals').send({ name: 'Käthe Käufer', email, order_number, ...body });
const refundsOf = (purchaseId: string) => {
  const payment = shop.stripe.control.payments().find(({ metadata }) => metadata.purchase_id === purchaseId)!;
  return shop.stripe.control.refunds().filter(({ payment_intent: id }) => id === payment.id);
};
const statusOf = async (id: string) =>
  (await shop.sql.row<{ status: string }>('select status from purchases where id = $1', [id]))!.status;
const receipts = async (email: string) =>
  (await shop.mails()).filter(
    ({ to, subject }) => to[0]!.address.toLowerCase() === email && /Widerruf|withdrawal/.test(subject),
  );

describe('a withdrawal', () => {
  it('by the buyer gives the money back, ends the access, and is confirmed at once with what was declared', async () => {
    const { id, orderNumber } = await order(buyer, buyer.email, false);
    const { confirmation } = await delivered(shop, buyer, id);
    expect(confirmation).toMatchObject({ vatRate: 19, vatCents: 238, waiver: null, country: 'DE' });
    const days = (new Date(confirmation.withdrawableUntil!).getTime() - Date.now()) / 86_400_000;
    expect([days > 14, days < 18]).toEqual([true, true]);
    const answer = await as(shop, buyer)
      .post('/api/withdrawals', { name: 'Käthe Käufer', email: 'anders@example.com', order_number: orderNumber })
      .expect(202);
    expect(answer.body.data).toMatchObject({
      reference: expect.stringMatching(/^WR-\d{4}-\d{6}$/),
      orderNumber,
      name: 'Käthe Käufer',
      text: expect.stringContaining('Hiermit widerrufe ich'),
    });
    await until('the money has gone back', async () => (await statusOf(id)) === 'refunded');
    await shop.settles();
    expect(refundsOf(id)).toMatchObject([{ amount: 1490, reason: 'requested_by_customer' }]);
    expect(await accessOf(shop, buyer, id)).toMatchObject({
      canDownload: false,
      downloadToken: null,
      refundRequestedAt: expect.any(String),
      refundedAt: expect.any(String),
      confirmation: { withdrawableUntil: null },
    });
    const [mail, ...more] = await receipts('anders@example.com');
    expect(more).toEqual([]);
    for (const said of [
      orderNumber,
      'Käthe Käufer',
      answer.body.data.text,
      answer.body.data.reference,
      'Eingegangen am',
    ])
      expect(mail!.text).toContain(said);
    const deeds = await shop.sql.rows<{ action: string }>(
      `select action, actor_id = user_id as own from audit_entries where user_id = $1 and action like 'purchases.%' order by id`,
      [buyer.id],
    );
    expect(deeds).toEqual([
      { action: 'purchases.refund-requested', own: true },
      { action: 'purchases.withdrawal-received', own: true },
      { action: 'purchases.refunded', own: null },
    ]);
  });

  it('by a guest needs the order number and the address it was ordered with', async () => {
    const email = address();
    const { id, orderNumber } = await order(null, email, false);
    await declare(address(), orderNumber).expect(202);
    await shop.settles();
    expect(await statusOf(id)).toBe('paid');
    await declare(email.toUpperCase(), `Bestellung ${orderNumber.toLowerCase()}`, { locale: 'en' }).expect(202);
    await until('the money has gone back', async () => (await statusOf(id)) === 'refunded');
    await shop.settles();
    expect((await receipts(email))[0]!.text).toContain('I hereby withdraw');
  });

  it('that comes many times at once is one declaration, one mail and one refund', async () => {
    const email = address();
    const { id, orderNumber } = await order(null, email, false);
    const answers = await Promise.all(Array.from({ length: 12 }, () => declare(email, orderNumber)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data.reference}`)).size).toBe(1);
    await until('the money has gone back', async () => (await statusOf(id)) === 'refunded');
    await shop.settles();
    expect(refundsOf(id)).toHaveLength(1);
    expect(await receipts(email)).toHaveLength(1);
  });

  it('through two doors at once gives the money back once', async () => {
    const { id, orderNumber } = await order(buyer, buyer.email, false);
    const own = { name: 'Käthe', email: address(), order_number: orderNumber };
    const answers = await Promise.all([
      as(shop, buyer).post('/api/withdrawals', own),
      declare(buyer.email, orderNumber),
      as(shop, buyer).post('/api/withdrawals', { ...own, name: 'Käthe Käufer' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    await until('the money has gone back', async () => (await statusOf(id)) === 'refunded');
    await shop.settles();
    expect(refundsOf(id)).toHaveLength(1);
  });

  it('after a waiver, too late, or of no known order is received, confirmed and left to a person', async () => {
    const admin = await aBuyer(shop);
    await shop.sql.rows(`update users set role = 'admin' where id = $1`, [admin.id]);
    const email = address();
    const waived = await order(null, email, true);
    const late = await order(null, email, false);
    await shop.sql.rows(`update purchases set paid_at = paid_at - interval '18 days' where id = $1`, [late.id]);
    const free = 'das Sommerkleid vom letzten Dienstag';
    const answers = [];
    for (const contract of [waived.orderNumber, late.orderNumber, 'PP-2026-999999', free])
      answers.push((await declare(email, contract).expect(202)).body.data);
    await shop.settles();
    // Nobody learns from the answer which of them exist.
    expect(new Set(answers.map((data) => Object.keys(data).sort().join())).size).toBe(1);
    expect([await statusOf(waived.id), await statusOf(late.id)]).toEqual(['paid', 'paid']);
    const mails = await receipts(email);
    expect(mails).toHaveLength(4);
    for (const { text } of mails) expect(text).toContain('Jemand von uns sieht sich deine Erklärung an');

    const { body } = await as(shop, admin).get('/api/admin/withdrawals?limit=4').expect(200);
    expect(body.data.withdrawals).toMatchObject([
      { contract: free, outcome: 'review', purchaseId: null, orderNumber: null, email },
      { contract: 'PP-2026-999999', outcome: 'review', purchaseId: null },
      { contract: late.orderNumber, outcome: 'review', purchaseId: late.id, purchaseStatus: 'paid' },
      { contract: waived.orderNumber, outcome: 'review', purchaseId: waived.id, name: 'Käthe Käufer' },
    ]);
    expect(body.data.withdrawals[0].receiptSentAt).toEqual(expect.any(String));
    expect(body.data.total).toBeGreaterThanOrEqual(4);
  });

  it('stays possible after a waiver as long as a guest has no confirmation', async () => {
    const email = address();
    const { id, orderNumber } = await order(null, email, true);
    await shop.sql.rows(`update purchases set receipt_sent_at = null where id = $1`, [id]);
    await declare(email, orderNumber).expect(202);
    await until('the money has gone back', async () => (await statusOf(id)) === 'refunded');
    await shop.settles();
    expect(refundsOf(id)).toHaveLength(1);
  });

  it('names what is missing, and takes no lines that could become another mail', async () => {
    const { body } = await shop.http
      .post('/api/withdrawals')
      .send({ name: ' ', email: 'x', order_number: '' })
      .expect(400);
    expect(body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'email',
      'name',
      'order_number',
    ]);
    const email = address();
    await declare(email, 'PP-2026-999998', { name: 'Käthe\r\nBcc: alle@evil.example' }).expect(202);
    await shop.settles();
    expect((await receipts(email))[0]!.text).toContain('Käthe Bcc: alle@evil.example');
  });

  it('fills nobody’s mailbox: an address gets ten of them a day from strangers, and its owner may go on', async () => {
    const tries = (n: number) => `PP-2026-90000${n}`;
    for (let n = 0; n < 10; n += 1) await declare(buyer.email, tries(n)).expect(202);
    const refused = await declare(buyer.email, 'PP-2026-900010').expect(429);
    expect(refused.body.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000);
    await as(shop, buyer)
      .post('/api/withdrawals', { name: 'Käthe', email: buyer.email, order_number: 'PP-2026-900011' })
      .expect(202);
    await shop.settles();
  });
});

it('a withdrawal is kept until claims have ended, and no longer', async () => {
  const email = address();
  for (const contract of ['PP-2026-800001', 'PP-2026-800002']) await declare(email, contract).expect(202);
  await shop.settles();
  const aged = `update withdrawals set received_at = date_trunc('year', now(), 'Europe/Berlin') - interval '3 years' + $2::interval
                where email = $1 and contract = $3`;
  await shop.sql.rows(aged, [email, '-1 second', 'PP-2026-800001']);
  await shop.sql.rows(aged, [email, '1 second', 'PP-2026-800002']);
  await shop.workers.get(ForgetWithdrawalsJob).run();
  expect(await shop.sql.rows('select contract from withdrawals where email = $1', [email])).toEqual([
    { contract: 'PP-2026-800002' },
  ]);
});

it.each([
  // A contract of Monday 2 November: fourteen days after it is Monday the 16th.
  ['2026-11-02T12:00:00Z', '2026-11-16T23:00:00Z'],
  // Paid on Saturday 7 November in Germany, though not yet in UTC: the end falls on a Saturday and moves to Monday.
  ['2026-11-06T23:30:00Z', '2026-11-23T23:00:00Z'],
  ['2026-11-08T10:00:00Z', '2026-11-23T23:00:00Z'],
])('the right of withdrawal from a purchase of %s ends at %s', async (paidAt, endsAt) => {
  const { WITHDRAWAL_ENDS_AT } = await import('../src/purchases/withdrawal-right.js');
  const row = await shop.sql.row<{ at: Date }>(
    `select ${WITHDRAWAL_ENDS_AT} as at from (select $1::timestamptz as paid_at) u`,
    [paidAt],
  );
  expect(row!.at.toISOString()).toBe(new Date(endsAt).toISOString());
});
