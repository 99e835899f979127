import { CommandBus } from '@nestjs/cqrs';
import { RULES } from '../../platform/http/limits/limits-rules.js';
import { AnonymiseBuyer } from '../orders/commands/anonymise-buyer.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { as } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';
import { withdrawalHelpers } from '../../../test/support/withdraw.js';

let shop: OpenShop;
let patternId: string;
let buyer: TestBuyer;
const {
  uniqueAddress,
  createAdmin,
  listWithdrawals,
  placeOrder,
  declare,
  listRefunds,
  readStatus,
  listWithdrawalMails,
} = withdrawalHelpers(
  () => shop,
  () => patternId,
);

beforeAll(async () => {
  shop = await openShop({ workers: true });
  patternId = await aPattern().titled('Mantel Mina').costing(1490).in(shop);
  await shop.settles();
});
afterAll(() => shop?.close());
beforeEach(async () => {
  buyer = await aBuyer(shop);
  await forgetAutomaticRefunds();
});

/** All orders are paid with one card from one network, so a second automatic refund would wait for a review. */
const forgetAutomaticRefunds = () => shop.sql.rows('delete from automatic_refunds');

describe('withdrawal', () => {
  it('of several orders refunds the recognised orders and leaves the rest for a review', async () => {
    const admin = await createAdmin();
    const email = uniqueAddress();
    const [one, two, three] = [
      await placeOrder(null, email, false),
      await placeOrder(null, email, false),
      await placeOrder(null, email, false),
    ];
    const both = `${one.orderNumber} und ${two.orderNumber}`;
    await declare(email, both).expect(202);
    for (const { id } of [one, two])
      await until('the order is refunded', async () => (await readStatus(id)) === 'refunded');
    await forgetAutomaticRefunds();
    const mixed = `${three.orderNumber}, PP-2026-999997, das Sommerkleid`;
    await declare(email, mixed).expect(202);
    await until('the order is refunded', async () => (await readStatus(three.id)) === 'refunded');
    await shop.settles();
    expect((await listWithdrawals(admin)).filter((row) => row.email === email)).toMatchObject([
      { contract: mixed, outcome: 'review', orders: [{ orderNumber: three.orderNumber, refundRequested: true }] },
      { contract: both, outcome: 'refund', orders: [{ status: 'refunded' }, { status: 'refunded' }] },
    ]);
    const mailText = (await listWithdrawalMails(email)).find(({ text }) => text!.includes('das Sommerkleid'))!.text;
    expect(mailText).toContain(`mit dem du bezahlt hast: ${three.orderNumber}.`);
    expect(mailText).toContain('Den Rest deiner Erklärung prüfen wir');
  });

  it('is recorded and refunded without a confirmation mail when the mail limits are reached', async () => {
    const admin = await createAdmin();
    const otherUser = await aBuyer(shop);
    const { id, orderNumber } = await placeOrder(buyer, buyer.email, false);
    for (let n = 0; n < 10; n += 1) await declare(buyer.email, `PP-2026-90000${n}`).expect(202);
    for (let n = 0; n < 5; n += 1) {
      const forged = { name: 'Wer auch immer', email: buyer.email, order_number: `PP-2026-91000${n}` };
      await as(shop, otherUser).post('/api/withdrawals', forged).expect(202);
    }
    const own = { name: 'Käthe', email: buyer.email, order_number: 'PP-2026-900010' };
    // Before the mailbox is proven, the account and the address can have different owners.
    await shop.sql.rows('update users set mailbox_proven_at = null where id = $1', [buyer.id]);
    const unproven = await as(shop, buyer).post('/api/withdrawals', own).expect(202);
    const beyond = await declare(buyer.email, orderNumber).expect(202);
    expect([unproven.body.data.receiptMailed, beyond.body.data.receiptMailed]).toEqual([false, false]);
    await until('the order is refunded', async () => (await readStatus(id)) === 'refunded');
    await shop.sql.rows('update users set mailbox_proven_at = now() where id = $1', [buyer.id]);
    const proven = await as(shop, buyer)
      .post('/api/withdrawals', { ...own, order_number: 'PP-2026-900011' })
      .expect(202);
    expect(proven.body.data.receiptMailed).toBe(true);
    await shop.settles();
    // Ten mails to a sender with a proof, one to the account, and six for unproven senders. The shop of this test has high
    // limits of unproven mail; unproven-mail.journey.spec.ts tests the real limits.
    expect(await listWithdrawalMails(buyer.email)).toHaveLength(17);
    const { reference } = beyond.body.data;
    expect((await listWithdrawals(admin)).find((row) => row.reference === reference)).toMatchObject({
      receiptLeftOut: true,
      receiptSentAt: null,
      outcome: 'refund',
    });
    for (const rule of ['withdrawal.ip', 'withdrawal.account'] as const)
      expect(RULES[rule]).toMatchObject({ count: 200, seconds: 3600 });
  });
});

describe('decision of a withdrawal', () => {
  const decide = (admin: TestBuyer, id: string, body: object) =>
    as(shop, admin).post(`/api/admin/withdrawals/${id}/decide`, body);

  it('refunds the order or declines the withdrawal, and is audited; the oldest open withdrawal is listed first', async () => {
    const admin = await createAdmin();
    const { id, orderNumber } = await placeOrder(buyer, buyer.email, true);
    for (const contract of [orderNumber, 'das Kleid']) await declare(buyer.email, contract).expect(202);
    await shop.settles();
    const open = await listWithdrawals(admin, 'state=open');
    const times = open.map(({ receivedAt }) => receivedAt);
    expect(times).toEqual([...times].sort());
    const [known, unknown] = open.filter(({ email }) => email === buyer.email);

    const body = { decision: 'refunded', note: ' Aus Kulanz. ' };
    const first = await decide(admin, known!.id, body).expect(200);
    expect((await decide(admin, known!.id, body).expect(200)).body).toEqual(first.body);
    expect((await decide(admin, known!.id, { decision: 'declined' }).expect(409)).body.code).toBe('WITHDRAWAL_DECIDED');
    await until('the order is refunded', async () => (await readStatus(id)) === 'refunded');
    await decide(admin, unknown!.id, { decision: 'declined' }).expect(200);
    await shop.settles();

    expect(listRefunds(id)).toHaveLength(1);
    expect((await listWithdrawals(admin, 'state=open')).filter(({ email }) => email === buyer.email)).toEqual([]);
    expect((await listWithdrawals(admin, 'state=decided')).filter(({ email }) => email === buyer.email)).toMatchObject([
      { id: unknown!.id, decision: 'declined', decisionNote: null },
      {
        id: known!.id,
        decision: 'refunded',
        decisionNote: 'Aus Kulanz.',
        decidedAt: first.body.data.decidedAt,
        decidedBy: admin.id,
        orders: [{ status: 'refunded' }],
      },
    ]);
    const entries = await shop.sql.rows(
      `select user_id as who, details->>'decision' as decision from audit_entries
       where action = 'purchases.withdrawal-decided' and actor_id = $1 order by id`,
      [admin.id],
    );
    // The second withdrawal has no known user, so its entry is in the administrator's log.
    expect(entries).toEqual([
      { who: buyer.id, decision: 'refunded' },
      { who: admin.id, decision: 'declined' },
    ]);
  });

  it('is refused after an automatic refund, and when its value is unknown', async () => {
    const admin = await createAdmin();
    const { orderNumber } = await placeOrder(null, uniqueAddress(), false);
    const email = (await shop.sql.row<{ email: string }>(
      'select buyer_email as email from purchases where order_number = $1',
      [orderNumber],
    ))!.email;
    await declare(email, orderNumber).expect(202);
    const row = (await listWithdrawals(admin, 'state=decided')).find((withdrawal) => withdrawal.email === email)!;
    expect((await decide(admin, row.id, { decision: 'declined' }).expect(409)).body.code).toBe('WITHDRAWAL_DECIDED');
    expect((await decide(admin, row.id, { decision: 'maybe' }).expect(400)).body.code).toBe('VALIDATION_FAILED');
    await as(shop, admin).get('/api/admin/withdrawals?state=some').expect(400);
    await shop.settles();
  });

  it('is possible after the erasure of the account, and then hides the personal data', async () => {
    const admin = await createAdmin();
    await shop.sql.rows('update users set mailbox_proven_at = now() where id = $1', [buyer.id]);
    const { body } = await declare(buyer.email, 'das Kleid', { name: 'Quirinalda' }).expect(202);
    await shop.settles();
    await shop.workers.get(CommandBus).execute(new AnonymiseBuyer(buyer.id));
    const findRow = async (state: string) =>
      (await listWithdrawals(admin, `state=${state}`)).find(({ reference }) => reference === body.data.reference);
    const open = await findRow('open');
    expect(open).toMatchObject({ name: 'Quirinalda', email: buyer.email, contract: 'das Kleid', restricted: true });
    await decide(admin, open!.id, { decision: 'declined', note: 'Quirinalda weiß es' }).expect(200);
    expect(await findRow('decided')).toMatchObject({
      name: '',
      email: '',
      contract: '',
      decisionNote: null,
      decision: 'declined',
    });
  });
});
