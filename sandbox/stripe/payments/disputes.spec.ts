import Stripe from 'stripe';
import { type RunningStripe, startStripe } from '../start-stripe.ts';

let running: RunningStripe;
let stripe: Stripe;

beforeAll(async () => {
  const keys = { secretKey: 'sk_test_disputes', publishableKey: 'pk_test_disputes' };
  running = await startStripe({ port: 0, ...keys, webhookSecret: 'whsec_disputes' });
  stripe = new Stripe(keys.secretKey, { host: '127.0.0.1', port: running.port, protocol: 'http', telemetry: false });
});
afterAll(() => running?.close());

const createPaidPayment = () =>
  stripe.paymentIntents.create({
    amount: 1290,
    currency: 'eur',
    payment_method: 'pm_card_visa',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });

describe('the controls for tests', () => {
  it('open and close a dispute; the list of the disputes of a payment contains it', async () => {
    const { id: payment } = await createPaidPayment();
    const id = running.control.dispute(payment);
    expect(await stripe.disputes.retrieve(id)).toMatchObject({ amount: 1290, status: 'needs_response' });
    running.control.closeDispute(id, 'lost');
    const { data } = await stripe.disputes.list({ payment_intent: payment });
    expect(data).toMatchObject([{ id, status: 'lost', payment_intent: payment }]);
    const events = await stripe.events.list({ types: ['charge.dispute.created', 'charge.dispute.closed'] });
    expect(events.data.map(({ type }) => type)).toEqual(['charge.dispute.closed', 'charge.dispute.created']);
  });

  it('open a dispute; while it is open, a refund of the payment is refused', async () => {
    const { id: payment } = await createPaidPayment();
    running.control.dispute(payment);
    await expect(stripe.refunds.create({ payment_intent: payment })).rejects.toMatchObject({
      statusCode: 400,
      code: 'charge_disputed',
    });
  });

  it('open a dispute about a part of a payment; the fee stays when it is won', async () => {
    const { id: payment } = await createPaidPayment();
    const id = running.control.dispute(payment, 400);
    const { amount, balance_transactions: booked } = await stripe.disputes.retrieve(id);
    expect([amount, booked.map((one) => [one.amount, one.fee, one.net])]).toEqual([400, [[-400, 2000, -2400]]]);
    running.control.closeDispute(id, 'won');
    const { balance_transactions: all } = await stripe.disputes.retrieve(id);
    expect(all.map((one) => [one.amount, one.fee, one.net])).toEqual([
      [-400, 2000, -2400],
      [400, 0, 400],
    ]);
    expect(() => running.control.dispute(payment, 1291)).toThrow('is smaller than 1291');
  });

  it('fail a refund, which can then be requested again', async () => {
    const { id: payment_intent } = await createPaidPayment();
    const refund = await stripe.refunds.create({ payment_intent });
    running.control.failRefund(refund.id);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' });
    const events = await stripe.events.list({ type: 'refund.failed' });
    expect(events.data).toMatchObject([{ data: { object: { id: refund.id, payment_intent } } }]);
    expect((await stripe.refunds.create({ payment_intent })).amount).toBe(1290);
    expect(() => running.control.failRefund(refund.id)).toThrow('There is no refund');
  });

  it('refuse to open a dispute of an unpaid payment, and to close an unknown dispute', async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 500, currency: 'eur' });
    expect(() => running.control.dispute(id)).toThrow('has not succeeded');
    expect(() => running.control.closeDispute('du_none', 'won')).toThrow('There is no dispute');
  });
});

describe('a partial refund', () => {
  it('reduces what is left; the expanded charge has the total, and more than is left is refused', async () => {
    const { id: payment_intent } = await createPaidPayment();
    const create = (amount: number) => stripe.refunds.create({ payment_intent, amount, expand: ['charge'] });
    const totals = [(await create(300)).charge, (await create(500)).charge].map((charge) => {
      const { amount_refunded, refunded } = charge as Stripe.Charge;
      return [amount_refunded, refunded];
    });
    expect(totals).toEqual([
      [300, false],
      [800, false],
    ]);
    await expect(create(491)).rejects.toMatchObject({ statusCode: 400, param: 'amount' });
    expect((await create(490)).charge).toMatchObject({ amount_refunded: 1290, refunded: true });
    await expect(create(1)).rejects.toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
    const { data } = await stripe.refunds.list({ payment_intent, expand: ['data.charge'] });
    expect(data.map(({ amount, charge }) => [amount, (charge as Stripe.Charge).refunded])).toEqual([
      [490, true],
      [500, true],
      [300, true],
    ]);
  });
});
