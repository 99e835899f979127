import { CommandBus } from '@nestjs/cqrs';
import { ReconcilePayments } from '../payments/commands/reconcile-payments.js';
import { withdrawalProof } from './withdrawal-proof.js';
import { aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { answerChallenge, as, CARD, confirmCard, startPayment, THREE_D_SECURE } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';
import { withdrawalHelpers } from '../../../test/support/withdraw.js';

const OTHER_CARD = THREE_D_SECURE;
const HOME = '198.51.100.7';

let shop: OpenShop;
let patternId: string;
let admin: TestBuyer;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  patternId = await aPattern().titled('Mantel Mina').costing(1490).in(shop);
  admin = await createAdmin();
  await shop.settles();
});
afterAll(() => shop?.close());
beforeEach(() => shop.sql.rows('delete from automatic_refunds'));

const { createAdmin, uniqueAddress, listRefunds, listWithdrawalMails, readStatus } = withdrawalHelpers(
  () => shop,
  () => patternId,
);

interface Step {
  email: string;
  card?: string;
  ip?: string;
}
/** Orders as a guest without the waiver, and withdraws with the proof of the address. */
async function orderAndWithdraw({ email, card = CARD, ip = HOME }: Step): Promise<string> {
  const order = startPayment(shop, null, patternId, { consent: false, buyer_email: email });
  const { body } = await order.set('x-forwarded-for', ip).expect(201);
  const confirmed = await confirmCard(shop, body.data.client_secret, card);
  if (card === THREE_D_SECURE) await answerChallenge(confirmed, 'complete');
  const id = body.data.purchase_id as string;
  const row = await until('the purchase is paid', () =>
    shop.sql.row<{ number: string }>(
      `select order_number as number from purchases where id = $1 and status = 'paid' and card_key is not null`,
      [id],
    ),
  );
  await shop.settles();
  const proof = withdrawalProof(shop.config.tokenSecret, email, new Date());
  await shop.http
    .post('/api/withdrawals')
    .set('x-forwarded-for', ip)
    .send({ name: 'Käthe Käufer', email, order_number: row.number, proof })
    .expect(202);
  await shop.settles();
  return id;
}
const findOpen = async (purchaseId: string) => {
  const { body } = await as(shop, admin).get('/api/admin/withdrawals?state=open&limit=100').expect(200);
  const all = body.data.withdrawals as { id: string; repeats: string[]; orders: { purchaseId: string }[] }[];
  return all.find(({ orders }) => orders.some((order) => order.purchaseId === purchaseId));
};

describe('a second automatic refund within 30 days', () => {
  it.each([
    ['address', { card: OTHER_CARD, ip: '203.0.113.1' }],
    ['card', { email: 'andere@example.com', ip: '203.0.113.2' }],
    ['network', { email: 'dritte@example.com', card: OTHER_CARD }],
  ])('with the same %s waits for an administrator, who refunds it', async (repeat, changes) => {
    const email = uniqueAddress();
    const first = await orderAndWithdraw({ email });
    await until('the first order is refunded', async () => (await readStatus(first)) === 'refunded');
    const second = await orderAndWithdraw({ email, ...changes });
    expect([await readStatus(second), listRefunds(second)]).toEqual(['paid', []]);
    const open = await findOpen(second);
    expect(open).toMatchObject({ repeats: [repeat] });
    const address = 'email' in changes ? changes.email : email;
    const mail = (await listWithdrawalMails(address)).find(({ text }) => text?.includes('prüft ein Mensch'));
    expect(mail!.text!.replaceAll('\u00a0', ' ')).toContain('spätestens 14 Tage nach dem Eingang');
    await as(shop, admin).post(`/api/admin/withdrawals/${open!.id}/decide`, { decision: 'refunded' }).expect(200);
    await until('the second order is refunded', async () => (await readStatus(second)) === 'refunded');
  });

  it('does not hold back a person with another address, card and network', async () => {
    await orderAndWithdraw({ email: uniqueAddress() });
    const stranger = await orderAndWithdraw({ email: uniqueAddress(), card: OTHER_CARD, ip: '203.0.113.9' });
    await until('the order is refunded', async () => (await readStatus(stranger)) === 'refunded');
    expect(await findOpen(stranger)).toBeUndefined();
  });

  it('leaves no key of a card or a network after 30 days, and never one in clear', async () => {
    const id = await orderAndWithdraw({ email: uniqueAddress() });
    const keys = () =>
      shop.sql.row<Record<string, string | null>>(
        `select u.card_key, r.card_key as refund_card, r.network_key from purchases u
         left join automatic_refunds r on r.purchase_id = u.id where u.id = $1`,
        [id],
      );
    const stored = (await keys())!;
    expect(stored.card_key).toBe(stored.refund_card);
    for (const key of Object.values(stored)) expect(key).toMatch(/^[\w-]{27}$/);
    await shop.sql.rows(`update purchases set created_at = created_at - interval '31 days' where id = $1`, [id]);
    await shop.sql.rows(`update automatic_refunds set made_at = made_at - interval '31 days'`);
    await shop.workers.get(CommandBus).execute(new ReconcilePayments());
    expect(await keys()).toEqual({ card_key: null, refund_card: null, network_key: null });
  });
});
