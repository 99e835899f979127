import { CommandBus } from '@nestjs/cqrs';
import { DeliverDueOrders } from './commands/deliver-due-orders.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, as, confirmCard, delivered, startPayment } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';
import { withdrawalHelpers } from '../../../test/support/withdraw.js';

let shop: OpenShop;
let patternId: string;
let buyer: TestBuyer;

beforeAll(async () => {
  shop = await openShop({ workers: true, env: { DELIVERY_WITHOUT_WAIVER: 'after-14-days' } });
  patternId = await aPattern().titled('Mantel Mina').costing(1490).in(shop);
  await shop.settles();
});
afterAll(() => shop?.close());
beforeEach(async () => {
  buyer = await aBuyer(shop);
});

const { placeOrder, declare, listRefunds, readStatus } = withdrawalHelpers(
  () => shop,
  () => patternId,
);
/** @returns the mails about the order */
const mailsTo = async (email: string) =>
  (await shop.mails()).filter(({ to, subject }) => to[0]!.address === email && subject.includes('Mantel Mina'));
const countCopies = async (id: string) =>
  (await shop.sql.rows('select from copies where purchase_id = $1', [id])).length;
const passDays = (id: string) =>
  shop.sql.rows(`update purchases set paid_at = paid_at - interval '17 days' where id = $1`, [id]);
const deliverDue = () => shop.workers.get(CommandBus).execute(new DeliverDueOrders());
async function deliverAndSettle(): Promise<void> {
  await deliverDue();
  await shop.settles();
}

describe('an order without the waiver in a shop that delivers it after the withdrawal period', () => {
  it('is confirmed, waits without copies and access, and is delivered when the right of withdrawal has ended', async () => {
    const planned = (await shop.http.get('/api/payments/countries').expect(200)).body.data.plannedDelivery;
    const { id } = await placeOrder(buyer, buyer.email, false);
    const waiting = await accessOf(shop, buyer, id);
    expect(waiting.confirmation.withdrawableUntil).toBe(planned);
    expect(waiting).toMatchObject({
      status: 'paid',
      copyState: 'waiting',
      canDownload: false,
      downloadExpiresAt: null,
      files: [],
      deliveryFrom: planned,
      confirmation: { waiver: null },
    });
    expect(await countCopies(id)).toBe(0);
    const [confirmation, ...more] = await mailsTo(buyer.email);
    expect(more).toEqual([]);
    for (const phrase of ['machen wir deine Dateien fertig', 'ohne Gründe zu nennen', 'Bestellung ansehen'])
      expect(confirmation!.text).toContain(phrase);
    expect(confirmation!.text).not.toContain('Download-Seite');
    const download = { token: waiting.downloadToken };
    await as(shop, buyer).post('/api/downloads/secure', download).expect(404);
    await as(shop, buyer).post(`/api/users/purchases/${id}/renew-link`, {}).expect(409);
    await deliverAndSettle();
    expect(await countCopies(id)).toBe(0);

    await passDays(id);
    await Promise.all([deliverDue(), deliverDue()]);
    const access = await delivered(shop, buyer, id);
    await shop.settles();
    const days = (new Date(access.downloadExpiresAt!).getTime() - Date.now()) / 86_400_000;
    expect([access.deliveryFrom, days > 29, access.confirmation.withdrawableUntil !== null]).toEqual([
      null,
      true,
      true,
    ]);
    await as(shop, buyer).post('/api/downloads/secure', download).expect(200);
    expect([await countCopies(id), (await mailsTo(buyer.email)).length]).toEqual([1, 2]);
    await deliverAndSettle();
    expect([await countCopies(id), (await mailsTo(buyer.email)).length]).toEqual([1, 2]);
  });

  it('waits too when the request has no field for consent', async () => {
    const { body } = await startPayment(shop, buyer, patternId, { consent: undefined }).expect(201);
    await confirmCard(shop, body.data.client_secret);
    const id = body.data.purchase_id as string;
    await until('the purchase is paid', async () => (await readStatus(id)) === 'paid');
    await shop.settles();
    expect(await accessOf(shop, buyer, id)).toMatchObject({ copyState: 'waiting' });
    expect(await countCopies(id)).toBe(0);
  });

  it('is refunded without delivery after a withdrawal, and its invoice is cancelled', async () => {
    const early = await placeOrder(buyer, buyer.email, false);
    await declare(buyer.email, early.orderNumber).expect(202);
    await until('the order is refunded', async () => (await readStatus(early.id)) === 'refunded');
    await passDays(early.id);
    await deliverAndSettle();
    expect([await countCopies(early.id), listRefunds(early.id).length]).toEqual([0, 1]);
    const kinds = await shop.sql.rows('select kind from invoices where purchase_id = $1 order by number', [early.id]);
    expect(kinds).toEqual([{ kind: 'invoice' }, { kind: 'cancellation' }]);
  });

  it('waits while an administrator reviews a withdrawal, and is delivered when it is declined', async () => {
    const { id, orderNumber } = await placeOrder(null, buyer.email, false);
    await declare(buyer.email, orderNumber, { proof: undefined }).expect(202);
    await passDays(id);
    await deliverAndSettle();
    expect(await countCopies(id)).toBe(0);
    await shop.sql.rows(
      `update withdrawals set decision = 'declined', decided_at = now() where purchase_ids @> array[$1::uuid]`,
      [id],
    );
    await deliverAndSettle();
    expect(await countCopies(id)).toBe(1);
  });

  it.each([
    [
      'the pattern is hidden',
      `update patterns set status = 'hidden' where id = (select pattern_id from purchases where id = $1)`,
    ],
    ['its buyer is erased', `update purchases set buyer_erased_at = now() where id = $1`],
  ])('is refunded instead of delivered when %s', async (_, change) => {
    const otherPattern = await aPattern().costing(990).in(shop);
    await shop.settles();
    const { body } = await startPayment(shop, buyer, otherPattern, { consent: false }).expect(201);
    await confirmCard(shop, body.data.client_secret);
    const id = body.data.purchase_id as string;
    await until('the purchase is paid', async () => (await readStatus(id)) === 'paid');
    await shop.settles();
    await shop.sql.rows(change, [id]);
    await passDays(id);
    await deliverAndSettle();
    await until('the order is refunded', async () => (await readStatus(id)) === 'refunded');
    expect(await countCopies(id)).toBe(0);
  });

  it('has an invoice with the day of the payment and the planned day of the delivery', async () => {
    const { id } = await placeOrder(buyer, buyer.email, false);
    const invoice = await shop.sql.row(
      `select i.kind, i.supplied_on = (u.paid_at at time zone 'Europe/Berlin')::date as paid,
              i.delivery_on - i.supplied_on between 15 and 17 as later
       from invoices i join purchases u on u.id = i.purchase_id where u.id = $1`,
      [id],
    );
    expect(invoice).toEqual({ kind: 'invoice', paid: true, later: true });
  });

  it('with the waiver is delivered at once', async () => {
    const { id } = await placeOrder(buyer, buyer.email, true);
    expect(await delivered(shop, buyer, id)).toMatchObject({ deliveryFrom: null });
  });
});
