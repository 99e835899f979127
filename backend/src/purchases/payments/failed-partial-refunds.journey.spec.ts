import type { OpenShop } from '../../../test/support/open-shop.js';
import { as } from '../../../test/support/pay.js';
import { RefundShop } from '../../../test/support/refund-shop.js';
import { postWebhook } from '../../../test/support/stripe-event.js';

let on: RefundShop;
let shop: OpenShop;

beforeAll(async () => {
  on = await RefundShop.open();
  shop = on.shop;
});
afterAll(() => shop?.close());
beforeEach(() => on.newBuyer());
afterEach(() => {
  shop.stripe.control.clearFaults();
  shop.stripe.control.releaseWebhooks();
});

describe('a failed partial refund', () => {
  it('that Stripe refused is shown, counted and requested again by its id', async () => {
    const id = await on.buyDelivered();
    shop.stripe.control.failNext({ path: '/v1/refunds', method: 'POST', status: 400 });
    const { requestId } = (await on.refundPart(id, 300, 0).expect(200)).body.data;
    await on.settles();
    expect(await on.adminView(id)).toMatchObject({
      refundedCents: 0,
      requestedCents: 0,
      refund: null,
      refunds: [{ cents: 300, state: 'failed', requestId, failure: expect.any(String) }],
    });
    const { body } = await as(shop, on.admin).get('/api/admin/purchases?refund=failed').expect(200);
    expect(body.data.purchases).toMatchObject([{ id }]);
    expect((await as(shop, on.admin).get('/api/admin/operations')).body.data.refunds).toMatchObject({ failed: 1 });
    expect(await on.access(id)).toMatchObject({ canDownload: true });

    expect((await on.refund(id, { requestId }).expect(200)).body.data).toMatchObject({ state: 'requested', requestId });
    await on.settles();
    expect(await on.adminView(id)).toMatchObject({ refundedCents: 300, refunds: [{ cents: 300, state: 'refunded' }] });
    expect((await on.refund(id, { requestId }).expect(200)).body.data).toMatchObject({ state: 'refunded' });
    expect(on.stripeRefunds(id)).toHaveLength(1);
  });

  it('that a bank returned is made again without a second document, and another refund is still counted', async () => {
    const id = await on.buyDelivered();
    const { requestId } = (await on.refundPart(id, 300, 0).expect(200)).body.data;
    await on.settles();
    shop.stripe.control.failRefund(on.stripeRefunds(id)[0]!.id);
    await on.settles();
    expect(await on.adminView(id)).toMatchObject({ refundedCents: 300, refunds: [{ cents: 300, state: 'failed' }] });
    await on.refundPart(id, 200, 300).expect(200);
    await on.settles();
    expect(await on.adminView(id)).toMatchObject({ refundedCents: 500 });
    await on.refund(id, { requestId }).expect(200);
    await on.settles();
    expect(await on.adminView(id)).toMatchObject({
      refundedCents: 500,
      refunds: [
        { cents: 300, state: 'refunded' },
        { cents: 200, state: 'refunded' },
      ],
    });
    expect(on.stripeRefunds(id).map(({ amount, status }) => [amount, status])).toEqual([
      [300, 'failed'],
      [200, 'succeeded'],
      [300, 'succeeded'],
    ]);
    expect(await on.documents(id)).toHaveLength(3);
  });

  it('of Stripe’s dashboard can be made again', async () => {
    const id = await on.buyDelivered();
    await on.refundInDashboard(id, 300);
    await on.settles();
    shop.stripe.control.failRefund(on.stripeRefunds(id)[0]!.id);
    await on.settles();
    const [failed] = (await on.adminView(id)).refunds;
    expect(failed).toMatchObject({ cents: 300, state: 'failed', failure: 'expired_or_canceled_card' });
    await on.refund(id, { requestId: failed!.requestId }).expect(200);
    await on.settles();
    expect(await on.adminView(id)).toMatchObject({ refundedCents: 300, refunds: [{ cents: 300, state: 'refunded' }] });
    expect(await on.documents(id)).toHaveLength(2);
  });
});

describe('a dispute about a part of the price', () => {
  it('is a partial refund when it is lost, with the amount and the fee in the administration', async () => {
    const id = await on.buyDelivered();
    const dispute = shop.stripe.control.dispute(on.paymentOf(id), 400);
    await on.settles();
    expect(await on.adminView(id)).toMatchObject({ dispute: 'open', disputeAmountCents: 400, disputeFeeCents: 2000 });
    shop.stripe.control.closeDispute(dispute, 'lost');
    await on.settles();
    const closed = on.eventOf(id, 'charge.dispute.closed', () => true);
    await postWebhook(shop, { ...closed, id: `${closed.id}_again` }).expect(200);
    await on.settles();
    expect(await on.adminView(id)).toMatchObject({
      status: 'paid',
      dispute: 'lost',
      disputeAmountCents: 400,
      disputeFeeCents: 2000,
      refundedCents: 400,
      refunds: [{ cents: 400, source: 'dispute', state: 'refunded', reason: null }],
    });
    expect((await on.documents(id)).map(({ kind, gross }) => [kind, gross])).toEqual([
      ['invoice', 1290],
      ['correction', -400],
    ]);
    const [mail] = await on.mails();
    expect(mail!.text).toContain('deine Bank hat einen Teil der Zahlung');
    expect(await on.access(id)).toMatchObject({ canDownload: true, refundedCents: 400 });
  });

  it('changes no document when it is won; Stripe keeps the fee', async () => {
    const id = await on.buyDelivered();
    shop.stripe.control.closeDispute(shop.stripe.control.dispute(on.paymentOf(id), 400), 'won');
    await on.settles();
    expect(await on.adminView(id)).toMatchObject({
      dispute: 'won',
      disputeFeeCents: 2000,
      refundedCents: 0,
      refunds: [],
    });
    expect(await on.documents(id)).toHaveLength(1);
    expect(await on.mails()).toEqual([]);
  });

  it('takes the rest after a partial refund when it is about more than is left', async () => {
    const id = await on.buyDelivered();
    await on.refundPart(id, 290, 0).expect(200);
    await on.settles();
    shop.stripe.control.closeDispute(shop.stripe.control.dispute(on.paymentOf(id)), 'lost');
    await on.settles();
    expect(await on.adminView(id)).toMatchObject({
      status: 'refunded',
      refundedCents: 1290,
      refunds: [{ cents: 290 }, { cents: 1000, source: 'dispute' }],
    });
    expect((await on.documents(id)).map(({ gross }) => gross)).toEqual([1290, -290, -1000]);
  });
});
