import { SendWithdrawalReceipt } from '#workers/purchases/send-withdrawal-receipt.js';
import { JobRunner } from '#workers/runtime/job-runner.js';
import { TEMPLATES } from '../../legal/legal-texts.js';
import { LETTERS_KEPT_YEARS } from '../retention/kept-years.js';
import { withdrawalProof } from './withdrawal-proof.js';
import { WITHDRAWAL_TEXT } from './withdrawal-text.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, as, delivered } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';
import { withdrawalHelpers } from '../../../test/support/withdraw.js';

let shop: OpenShop;
let patternId: string;
let buyer: TestBuyer;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  patternId = await aPattern().titled('Mantel Mina').costing(1490).in(shop);
  await shop.settles();
});
afterAll(() => shop?.close());
beforeEach(async () => {
  buyer = await aBuyer(shop);
  // All tests pay with one card from one network.
  await shop.sql.rows('delete from automatic_refunds');
});

const { uniqueAddress, createAdmin, placeOrder, declare, listRefunds, readStatus, listWithdrawalMails } =
  withdrawalHelpers(
    () => shop,
    () => patternId,
  );

describe('withdrawal', () => {
  it('of the buyer refunds the order, ends the access and is confirmed with the declared text', async () => {
    const { id, orderNumber } = await placeOrder(buyer, buyer.email, false);
    const { confirmation } = await delivered(shop, buyer, id);
    expect(confirmation).toMatchObject({ vatRate: 19, vatCents: 238, waiver: null, country: 'DE' });
    const days = (new Date(confirmation.withdrawableUntil!).getTime() - Date.now()) / 86_400_000;
    expect([days > 14, days < 18]).toEqual([true, true]);
    const response = await as(shop, buyer)
      .post('/api/withdrawals', { name: 'Käthe Käufer', email: 'anders@example.com', order_number: orderNumber })
      .expect(202);
    expect(response.body.data).toMatchObject({
      reference: expect.stringMatching(/^WR-\d{4}-\d{6}$/),
      orderNumber,
      name: 'Käthe Käufer',
      text: expect.stringContaining('Hiermit widerrufe ich'),
    });
    await until('the order is refunded', async () => (await readStatus(id)) === 'refunded');
    await shop.settles();
    expect(listRefunds(id)).toMatchObject([{ amount: 1490, reason: 'requested_by_customer' }]);
    expect(await accessOf(shop, buyer, id)).toMatchObject({
      canDownload: false,
      downloadToken: null,
      refundRequestedAt: expect.any(String),
      refundedAt: expect.any(String),
      confirmation: { withdrawableUntil: null },
    });
    const [mail, ...more] = await listWithdrawalMails('anders@example.com');
    expect(more).toEqual([]);
    // A mail to an unproven address contains no text of the sender.
    expect(mail!.text).not.toContain('Käthe');
    for (const phrase of [orderNumber, response.body.data.text, response.body.data.reference, 'Eingegangen am'])
      expect(mail!.text).toContain(phrase);
    const entries = await shop.sql.rows<{ action: string }>(
      `select action, actor_id = user_id as own from audit_entries where user_id = $1 and action like 'purchases.%' order by id`,
      [buyer.id],
    );
    expect(entries).toEqual([
      { action: 'purchases.refund-requested', own: true },
      { action: 'purchases.withdrawal-received', own: true },
      { action: 'purchases.refunded', own: null },
    ]);
  });

  it('is possible despite the waiver until the mail server has accepted the confirmation, also when the copy is delivered', async () => {
    const { id, orderNumber } = await placeOrder(buyer, buyer.email, true);
    expect((await delivered(shop, buyer, id)).confirmation).toMatchObject({
      waiver: { locale: 'de' },
      withdrawableUntil: null,
    });
    await shop.sql.rows(
      `update purchases set receipt_sent_at = null, paid_at = paid_at - interval '61 seconds' where id = $1`,
      [id],
    );
    expect(await accessOf(shop, buyer, id)).toMatchObject({
      canDownload: true,
      receiptSentAt: null,
      confirmation: { withdrawableUntil: expect.any(String) },
    });
    await as(shop, buyer)
      .post('/api/withdrawals', { name: 'Käthe Käufer', email: buyer.email, order_number: orderNumber })
      .expect(202);
    await until('the order is refunded', async () => (await readStatus(id)) === 'refunded');
    await shop.settles();
    expect(listRefunds(id)).toHaveLength(1);
  });

  it('of a guest refunds the order only with order number, address and the link of a mail to this address', async () => {
    const email = uniqueAddress();
    const { id, orderNumber } = await placeOrder(null, email, false);
    await declare(uniqueAddress(), orderNumber).expect(202);
    // Order numbers can be guessed, and addresses are public.
    const otherUser = await aBuyer(shop);
    const guessed = { name: 'Wer auch immer', email, order_number: orderNumber };
    await as(shop, otherUser).post('/api/withdrawals', guessed).expect(202);
    for (const proof of [undefined, 'geraten', withdrawalProof(shop.config.tokenSecret, uniqueAddress(), new Date())]) {
      await declare(email, orderNumber, { proof }).expect(202);
    }
    await shop.settles();
    expect(await readStatus(id)).toBe('paid');
    await declare(email.toUpperCase(), `Bestellung ${orderNumber.toLowerCase()}`, { locale: 'en' }).expect(202);
    await until('the order is refunded', async () => (await readStatus(id)) === 'refunded');
    await shop.settles();
    expect((await listWithdrawalMails(email)).map(({ text }) => text).join('\n')).toContain('I hereby withdraw');
  });

  it('that is sent several times concurrently is recorded, confirmed and refunded once', async () => {
    const email = uniqueAddress();
    const { id, orderNumber } = await placeOrder(null, email, false);
    const responses = await Promise.all(Array.from({ length: 12 }, () => declare(email, orderNumber)));
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.data.reference}`)).size).toBe(1);
    await until('the order is refunded', async () => (await readStatus(id)) === 'refunded');
    await shop.settles();
    expect(listRefunds(id)).toHaveLength(1);
    expect(await listWithdrawalMails(email)).toHaveLength(1);
  });

  it('that is sent concurrently with and without a session is refunded once', async () => {
    const { id, orderNumber } = await placeOrder(buyer, buyer.email, false);
    const own = { name: 'Käthe', email: uniqueAddress(), order_number: orderNumber };
    const responses = await Promise.all([
      as(shop, buyer).post('/api/withdrawals', own),
      declare(buyer.email, orderNumber),
      as(shop, buyer).post('/api/withdrawals', { ...own, name: 'Käthe Käufer' }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
    await until('the order is refunded', async () => (await readStatus(id)) === 'refunded');
    await shop.settles();
    expect(listRefunds(id)).toHaveLength(1);
  });

  it('is confirmed and left for a review when the right was waived or has ended, or the order is unknown', async () => {
    const admin = await createAdmin();
    const email = uniqueAddress();
    const waived = await placeOrder(null, email, true);
    const late = await placeOrder(null, email, false);
    await shop.sql.rows(`update purchases set paid_at = paid_at - interval '18 days' where id = $1`, [late.id]);
    const description = 'das Sommerkleid vom letzten Dienstag';
    const responses = [];
    for (const contract of [waived.orderNumber, late.orderNumber, 'PP-2026-999999', description])
      responses.push((await declare(email, contract).expect(202)).body.data);
    await shop.settles();
    // The response does not disclose which orders exist.
    expect(new Set(responses.map((data) => Object.keys(data).sort().join())).size).toBe(1);
    expect([await readStatus(waived.id), await readStatus(late.id)]).toEqual(['paid', 'paid']);
    const mails = await listWithdrawalMails(email);
    expect(mails).toHaveLength(4);
    for (const { text } of mails) expect(text).toContain('Wir prüfen deine Erklärung');

    const { body } = await as(shop, admin).get('/api/admin/withdrawals?limit=4').expect(200);
    expect(body.data.withdrawals).toMatchObject([
      { contract: description, outcome: 'review', orders: [], email },
      { contract: 'PP-2026-999999', outcome: 'review', orders: [] },
      {
        contract: late.orderNumber,
        outcome: 'review',
        orders: [{ purchaseId: late.id, orderNumber: late.orderNumber, status: 'paid', refundRequested: false }],
      },
      { contract: waived.orderNumber, outcome: 'review', orders: [{ purchaseId: waived.id }], name: 'Käthe Käufer' },
    ]);
    expect(body.data.withdrawals[0].receiptSentAt).toEqual(expect.any(String));
    expect(body.data.total).toBeGreaterThanOrEqual(4);
  });

  it('refunds an order in spite of the waiver if the guest has not received the confirmation', async () => {
    const email = uniqueAddress();
    const { id, orderNumber } = await placeOrder(null, email, true);
    await shop.sql.rows(`update purchases set receipt_sent_at = null where id = $1`, [id]);
    await declare(email, orderNumber).expect(202);
    await until('the order is refunded', async () => (await readStatus(id)) === 'refunded');
    await shop.settles();
    expect(listRefunds(id)).toHaveLength(1);
  });

  it('refunds an order in spite of the waiver and the confirmation if the copies are not ready', async () => {
    const { id, orderNumber } = await placeOrder(buyer, buyer.email, true);
    await shop.sql.rows('update purchases set copies_made_at = null where id = $1 and receipt_sent_at is not null', [
      id,
    ]);
    await shop.sql.rows(
      `update copies set state = 'marking', ready_at = null, failures = 1 where purchase_id = $1 returning id`,
      [id],
    );
    expect(await accessOf(shop, buyer, id)).toMatchObject({ copyState: 'delayed', receiptSentAt: expect.any(String) });
    await as(shop, buyer)
      .post('/api/withdrawals', { name: 'Käthe', email: buyer.email, order_number: orderNumber })
      .expect(202);
    await until('the order is refunded', async () => (await readStatus(id)) === 'refunded');
    await shop.settles();
    expect(listRefunds(id)).toHaveLength(1);
  });

  it('is confirmed with the text version that was declared', async () => {
    const email = uniqueAddress();
    const { reference } = (await declare(email, 'PP-2026-999996').expect(202)).body.data;
    await shop.settles();
    WITHDRAWAL_TEXT['2025-01-01'] = { de: 'So wurde früher widerrufen.', en: 'The way it was.' };
    const row = await shop.sql.row<{ id: string }>(
      `update withdrawals set text_version = '2025-01-01', receipt_sent_at = null where reference = $1 returning id`,
      [reference],
    );
    const context = { executionId: 'again', signal: AbortSignal.timeout(60_000) };
    await shop.workers.get(SendWithdrawalReceipt).run({ withdrawalId: row!.id }, context);
    delete WITHDRAWAL_TEXT['2025-01-01'];
    const mails = (await listWithdrawalMails(email)).filter(({ text }) =>
      text!.includes('So wurde früher widerrufen.'),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain('2025-01-01');
  });

  it('is refused if fields are missing, and recorded without line breaks that could inject mail headers', async () => {
    const { body } = await shop.http
      .post('/api/withdrawals')
      .send({ name: ' ', email: 'x', order_number: '' })
      .expect(400);
    expect(body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'email',
      'name',
      'order_number',
    ]);
    const email = uniqueAddress();
    await declare(email, 'PP-2026-999998', { name: 'Käthe\r\nBcc: alle@evil.example' }).expect(202);
    await shop.settles();
    expect((await listWithdrawalMails(email))[0]!.text).toContain('Käthe Bcc: alle@evil.example');
  });
});

it('the privacy policy states the retention of withdrawals', () => {
  expect(LETTERS_KEPT_YEARS).toBe(6);
  const retention = [TEMPLATES.de, TEMPLATES.en].map(({ privacy }) =>
    privacy.sections.find(({ id }) => id === 'retention')!.text.map(String),
  );
  expect(retention[0]!.find((line) => line.startsWith('– Widerrufserklärungen'))).toContain(': sechs Jahre,');
  expect(retention[1]!.find((line) => line.startsWith('– Declarations of withdrawal'))).toContain(': six years from');
});

it('a withdrawal is deleted at the end of its retention, but not before it is decided', async () => {
  const email = uniqueAddress();
  for (const contract of ['PP-2026-800001', 'PP-2026-800002', 'PP-2026-800003'])
    await declare(email, contract).expect(202);
  await shop.settles();
  const setReceivedAt = `update withdrawals set received_at = date_trunc('year', now(), 'Europe/Berlin') - interval '6 years' + $2::interval
                where email = $1 and contract = $3`;
  await shop.sql.rows(setReceivedAt, [email, '-1 second', 'PP-2026-800001']);
  await shop.sql.rows(setReceivedAt, [email, '1 second', 'PP-2026-800002']);
  await shop.sql.rows(setReceivedAt, [email, '-1 second', 'PP-2026-800003']);
  await shop.sql.rows(
    `update withdrawals set decision = 'declined', decided_at = now() where email = $1 and contract <> 'PP-2026-800003'`,
    [email],
  );
  await shop.workers.get(JobRunner).run({ name: 'delete-due-records', data: {} });
  expect(await shop.sql.rows('select contract from withdrawals where email = $1 order by contract', [email])).toEqual([
    { contract: 'PP-2026-800002' },
    { contract: 'PP-2026-800003' },
  ]);
});

it.each([
  // Contract on Monday 2 November: the 14th day is Monday the 16th.
  ['2026-11-02T12:00:00Z', '2026-11-16T23:00:00Z'],
  // Paid on Saturday 7 November in Germany (Friday in UTC): the end on a Saturday moves to Monday.
  ['2026-11-06T23:30:00Z', '2026-11-23T23:00:00Z'],
  ['2026-11-08T10:00:00Z', '2026-11-23T23:00:00Z'],
])('the right of withdrawal from a purchase that was paid at %s ends at %s', async (paidAt, endsAt) => {
  const { WITHDRAWAL_ENDS_AT } = await import('./withdrawal-right.js');
  const row = await shop.sql.row<{ at: Date }>(
    `select ${WITHDRAWAL_ENDS_AT} as at from (select $1::timestamptz as paid_at) u`,
    [paidAt],
  );
  expect(row!.at.toISOString()).toBe(new Date(endsAt).toISOString());
});
