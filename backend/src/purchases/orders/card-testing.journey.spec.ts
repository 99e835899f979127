import { ReconcilePaymentsJob } from '#workers/purchases/reconcile-payments.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { as, confirmCard, DECLINED, startPayment } from '../../../test/support/pay.js';
import { postWebhook, type StripeEvent } from '../../../test/support/stripe-event.js';

let shop: OpenShop;
let patterns: string[];
let freePattern: string;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  patterns = [await aPattern().costing(990).in(shop), await aPattern().costing(1290).in(shop)];
  freePattern = await aPattern().costing(0).in(shop);
  await shop.settles();
});
afterAll(() => shop?.close());

interface Started {
  purchase_id: string;
  payment_intent_id: string;
  client_secret: string;
}

const start = async (buyer: TestBuyer | null, body: object = {}, pattern = 0): Promise<Started> =>
  (await startPayment(shop, buyer, patterns[pattern]!, body).expect(201)).body.data;
const isPaused = async (buyer: TestBuyer | null, body: object = {}, pattern = 0) =>
  (await startPayment(shop, buyer, patterns[pattern]!, body)).status === 429;

/** Declines cards on a payment and waits for the webhooks and jobs. */
async function decline({ client_secret: secret }: Started, times: number): Promise<void> {
  for (let card = 0; card < times; card += 1) expect((await confirmCard(shop, secret, DECLINED)).status).toBe(402);
  await shop.stripe.control.webhooksDelivered();
  await shop.settles();
}
const paymentStatus = ({ payment_intent_id: id }: Started) =>
  shop.stripe.control.payments().find((payment) => payment.id === id)!.status;
const orderStatus = async ({ purchase_id: id }: Started) =>
  (await shop.sql.row<{ status: string }>('select status from purchases where id = $1', [id]))!.status;
const declineEvents = ({ payment_intent_id: id }: Started): StripeEvent[] =>
  shop.stripe.control
    .events()
    .filter(
      ({ type, data }) => type === 'payment_intent.payment_failed' && (data.object as { id: string }).id === id,
    ) as never;
const ageDeclines = ({ payment_intent_id: id }: Started, time: string) =>
  shop.sql.rows('update webhook_inbox set received_at = received_at - $2::interval where object_id = $1', [id, time]);

describe('limit of declined cards per hour', () => {
  it('cancels the payment after five declines and pauses the buyer, but no other buyer, for an hour', async () => {
    const [pausedBuyer, otherBuyer] = [await aBuyer(shop), await aBuyer(shop)];
    const payment = await start(pausedBuyer);
    await decline(payment, 4);
    expect(await start(pausedBuyer)).toEqual(payment);
    await decline(payment, 1);

    expect([paymentStatus(payment), await orderStatus(payment)]).toEqual(['canceled', 'cancelled']);
    expect((await confirmCard(shop, payment.client_secret)).status).toBe(400);
    for (const pattern of patterns) {
      const { status, body, headers } = await startPayment(shop, pausedBuyer, pattern);
      expect([status, body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3_600);
    }
    expect((await startPayment(shop, pausedBuyer, freePattern)).status).toBe(201);
    await start(otherBuyer);
    await start(null, { buyer_email: pausedBuyer.email });

    await ageDeclines(payment, '59 minutes 30 seconds');
    const late = await startPayment(shop, pausedBuyer, patterns[0]!);
    expect(Number(late.headers['retry-after'])).toBeLessThanOrEqual(30);
    await ageDeclines(payment, '30 seconds');
    expect((await start(pausedBuyer)).payment_intent_id).not.toBe(payment.payment_intent_id);
  });

  it('counts the declines of all guests in a network together, for any e-mail address; it pauses only this network', async () => {
    const from = (ip: string, email: string, pattern = 0) =>
      startPayment(shop, null, patterns[pattern]!, { buyer_email: email }).set('x-forwarded-for', ip);
    const first = (await from('2001:db8:1:2::a', 'gast@example.com').expect(201)).body.data as Started;
    await decline(first, 4);
    const second = (await from('2001:db8:1:2::b', 'new@example.com', 1).expect(201)).body.data as Started;
    await decline(second, 1);
    expect([paymentStatus(first), paymentStatus(second)]).toEqual(['requires_payment_method', 'canceled']);
    await from('2001:db8:1:2::c', 'third@example.com').expect(429);
    // The owner of the misused e-mail address orders from another network.
    await from('2001:db8:1:3::a', 'new@example.com', 1).expect(201);
    const stored = JSON.stringify(await shop.sql.rows('select opened_from from purchases'));
    expect(stored).not.toContain('2001');
  });

  // Some providers assign a whole /48 to one customer. Without this limit, such a customer could use four declines in each
  // of 65,536 /64 networks.
  it('is fifty for an IPv6 /48 network; when it is reached, only this network is paused', async () => {
    const from = (ip: string) =>
      startPayment(shop, null, patterns[0]!, { buyer_email: `gast-${ip.replaceAll(':', '-')}@example.com` }).set(
        'x-forwarded-for',
        ip,
      );
    const opened = async (ip: string) => (await from(ip).expect(201)).body.data as Started;
    const declineFourCards = async (network: number) => {
      const { client_secret: secret } = await opened(`2001:db8:15:${network}::a`);
      for (let card = 0; card < 4; card += 1) expect((await confirmCard(shop, secret, DECLINED)).status).toBe(402);
    };
    for (let network = 1; network <= 12; network += 1) await declineFourCards(network);
    const [lastPayment, otherPayment] = [await opened('2001:db8:15:13::a'), await opened('2001:db8:16:1::a')];
    await decline(lastPayment, 1);
    await opened('2001:db8:15:14::a');
    expect(paymentStatus(lastPayment)).toBe('requires_payment_method');

    await decline(lastPayment, 1);
    expect(paymentStatus(lastPayment)).toBe('canceled');
    const paused = await from('2001:db8:15:15::a').expect(429);
    expect(Number(paused.headers['retry-after'])).toBeGreaterThan(3_000);
    await decline(otherPayment, 1);
    expect(paymentStatus(otherPayment)).toBe('requires_payment_method');
    await opened('2001:db8:16:2::a');
    const stored = JSON.stringify(await shop.sql.rows('select opened_from_wide from purchases'));
    expect(stored).not.toContain('2001');
  });

  it('cancels a guest’s payment even after the guest’s networks are purged from the order', async () => {
    const order = startPayment(shop, null, patterns[0]!, { buyer_email: 'alt@example.com' });
    const payment = (await order.set('x-forwarded-for', '2001:db8:17:1::a').expect(201)).body.data as Started;
    await shop.sql.rows(`update purchases set created_at = now() - interval '25 hours' where id = $1`, [
      payment.purchase_id,
    ]);
    await shop.workers.get(ReconcilePaymentsJob).run();
    const row = await shop.sql.row('select opened_from, opened_from_wide from purchases where id = $1', [
      payment.purchase_id,
    ]);
    expect(row).toEqual({ opened_from: null, opened_from_wide: null });
    await decline(payment, 5);
    expect(paymentStatus(payment)).toBe('canceled');
    expect(await isPaused(null, { buyer_email: 'alt@example.com' })).toBe(false);
  });

  it('counts events that arrive concurrently', async () => {
    const buyer = await aBuyer(shop);
    const payment = await start(buyer);
    shop.stripe.control.dropWebhooks();
    for (let card = 0; card < 5; card += 1) await confirmCard(shop, payment.client_secret, DECLINED);
    shop.stripe.control.releaseWebhooks();
    await Promise.all(declineEvents(payment).map((event) => postWebhook(shop, event).expect(200)));
    await shop.settles();
    expect([paymentStatus(payment), await isPaused(buyer)]).toEqual(['canceled', true]);
  });

  it('counts a repeated event once', async () => {
    const buyer = await aBuyer(shop);
    const payment = await start(buyer);
    await decline(payment, 4);
    const events = declineEvents(payment);
    expect(events).toHaveLength(4);
    await Promise.all([...events, ...events].map((event) => postWebhook(shop, event).expect(200)));
    await shop.settles();
    expect(await start(buyer)).toEqual(payment);
    expect(paymentStatus(payment)).toBe('requires_payment_method');
  });

  it('does not count declines older than an hour, even when their events arrive late', async () => {
    const buyer = await aBuyer(shop);
    const payment = await start(buyer);
    await decline(payment, 4);
    await ageDeclines(payment, '61 minutes');
    await decline(payment, 1);
    const createdAt = Math.floor(Date.now() / 1000) - 3_700;
    for (const event of declineEvents(payment)) {
      await postWebhook(shop, { ...event, id: `${event.id}_late`, created: createdAt } as StripeEvent).expect(200);
    }
    await shop.settles();
    expect(await start(buyer)).toEqual(payment);
    expect((await confirmCard(shop, payment.client_secret)).status).toBe(200);
    await shop.stripe.control.webhooksDelivered();
    expect((await as(shop, buyer).get('/api/users/purchases')).body.data.purchases).toMatchObject([{ status: 'paid' }]);
  });

  it('does not cancel the order of a buyer who paid before the payment could be cancelled', async () => {
    const buyer = await aBuyer(shop);
    const payment = await start(buyer);
    shop.stripe.control.dropWebhooks();
    for (let card = 0; card < 5; card += 1) await confirmCard(shop, payment.client_secret, DECLINED);
    expect((await confirmCard(shop, payment.client_secret)).status).toBe(200);
    shop.stripe.control.releaseWebhooks();
    for (const event of declineEvents(payment)) await postWebhook(shop, event).expect(200);
    await shop.settles();
    expect(await orderStatus(payment)).toBe('paid');
  });
});
