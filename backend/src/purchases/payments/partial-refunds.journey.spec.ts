import { CommandBus } from '@nestjs/cqrs';
import { PollStripeEvents } from './commands/poll-stripe-events.js';
import type { OpenShop } from '../../../test/support/open-shop.js';
import { as, buy } from '../../../test/support/pay.js';
import { RefundShop } from '../../../test/support/refund-shop.js';
import { until } from '../../../test/support/settles.js';
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

describe('a partial refund', () => {
  it('leaves the access, is shown to buyer and administrator, and has a mail and a correction', async () => {
    const id = await on.buyDelivered();
    const { body } = await on.refundPart(id, 300, 0).expect(200);
    expect(body.data).toMatchObject({ state: 'requested', refundedCents: 0, requestedCents: 300, amountCents: 1290 });
    await on.settles();
    expect(on.stripeRefunds(id)).toMatchObject([{ amount: 300, metadata: { request_id: body.data.requestId } }]);
    expect(await on.access(id)).toMatchObject({ status: 'paid', canDownload: true, refundedCents: 300 });
    expect(await on.adminView(id)).toMatchObject({
      refundedCents: 300,
      requestedCents: 0,
      refund: null,
      refunds: [
        {
          cents: 300,
          source: 'admin',
          reason: 'Fehlender Bogen',
          state: 'refunded',
          failure: null,
          requestId: body.data.requestId,
        },
      ],
    });
    const [mail, ...others] = await on.mails();
    expect(others).toEqual([]);
    expect(mail!.subject).toContain('Teilerstattung');
    for (const amount of ['3,00', '9,90']) expect(mail!.text).toContain(amount);
    expect(mail!.text).toContain('Dein Zugriff auf das Schnittmuster bleibt');
    expect(await on.documents(id)).toMatchObject([
      { kind: 'invoice', gross: 1290, vat: 206 },
      { kind: 'correction', gross: -300, vat: -48 },
    ]);
  });

  it('can be followed by others; the last one ends the access, and all documents add up to zero', async () => {
    const id = await on.buyDelivered();
    for (const [cents, seen] of [
      [1, 0],
      [333, 1],
      [956, 334],
    ] as const) {
      await on.refundPart(id, cents, seen).expect(200);
      await on.settles();
    }
    expect(await on.access(id)).toMatchObject({
      status: 'refunded',
      canDownload: false,
      refundedCents: 1290,
    });
    const rows = await on.documents(id);
    expect(rows.map(({ kind, gross }) => [kind, gross])).toEqual([
      ['invoice', 1290],
      ['correction', -1],
      ['correction', -333],
      ['correction', -956],
    ]);
    expect(rows.reduce((sum, { vat }) => sum + vat, 0)).toBe(0);
    const texts = (await on.mails()).map(
      ({ subject, text }) => [subject!.startsWith('Teilerstattung'), text!] as const,
    );
    expect(texts.map(([partial]) => partial).sort()).toEqual([false, true, true]);
    const last = texts.find(([partial]) => !partial)![1];
    expect(last).toContain('Erstattet: 9,56');
    expect(last).toContain('Insgesamt erstattet: 12,90');
    expect(last).toContain('endet dein Zugriff');
    const { body } = await as(shop, on.buyer).get(`/api/users/purchases/${id}/invoice`).expect(200);
    expect(body.data.invoices).toHaveLength(4);
  });

  it('is made once when two administrators or a double click request it', async () => {
    const id = await on.buyDelivered();
    const responses = await Promise.all(Array.from({ length: 8 }, () => on.refundPart(id, 200, 0)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(responses.find(({ status }) => status === 409)!.body.code).toBe('REFUND_CHANGED');
    await on.settles();
    expect(await on.refundPart(id, 200, 0)).toMatchObject({ status: 409 });
    expect(on.stripeRefunds(id)).toHaveLength(1);
  });

  it.each([
    ['more than is left', { amountCents: 1291, refundedCents: 0, reason: 'x' }, 'amountCents'],
    ['nothing', { amountCents: 0, refundedCents: 0, reason: 'x' }, 'amountCents'],
    ['a fraction of a cent', { amountCents: 1.5, refundedCents: 0, reason: 'x' }, 'amountCents'],
    ['a text', { amountCents: '300', refundedCents: 0, reason: 'x' }, 'amountCents'],
    ['an amount without the seen total', { amountCents: 300, reason: 'x' }, 'refundedCents'],
    ['an amount without a reason', { amountCents: 300, refundedCents: 0 }, 'reason'],
    ['an amount with a blank reason', { amountCents: 300, refundedCents: 0, reason: '  ' }, 'reason'],
    ['an unknown request', { requestId: '019aa000-0000-7000-8000-000000000000' }, 'requestId'],
    ['a request and an amount', { requestId: '019aa000-0000-7000-8000-000000000000', amountCents: 1 }, 'requestId'],
  ])('of %s is refused, and the error names the field', async (_what, body, field) => {
    const id = await on.buyDelivered();
    const response = await on.refund(id, body);
    expect([response.status, response.body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(response.body.error.details).toMatchObject([{ field }]);
    expect(on.stripeRefunds(id)).toEqual([]);
  });

  it('that is requested and not made ends neither access nor right of withdrawal; a withdrawal refunds the rest', async () => {
    const id = await on.buyDelivered({ consent: false });
    shop.stripe.control.failNext({ path: '/v1/refunds', method: 'POST', times: 100 });
    await on.refundPart(id, 290, 0).expect(200);
    const access = await on.access(id);
    expect(access).toMatchObject({ canDownload: true, refundRequestedAt: null, refundedCents: 0 });
    expect(access.confirmation.withdrawableUntil).not.toBeNull();
    const { downloadToken: token, orderNumber } = access;
    await as(shop, on.buyer).post('/api/downloads/secure', { token }).expect(200);
    await as(shop, on.buyer).post(`/api/users/purchases/${id}/renew-link`, {}).expect(200);
    await on.declareWithdrawal(orderNumber).expect(202);
    shop.stripe.control.clearFaults();
    await on.settles();
    expect(await on.access(id)).toMatchObject({ status: 'refunded', refundedCents: 1290, canDownload: false });
    expect(on.stripeRefunds(id).reduce((sum, { amount }) => sum + amount, 0)).toBe(1290);
    const rows = await on.documents(id);
    expect([rows.reduce((sum, { gross }) => sum + gross, 0), rows.reduce((sum, { vat }) => sum + vat, 0)]).toEqual([
      0, 0,
    ]);
    expect((await on.adminView(id)).requestedCents).toBe(0);
  });

  it('of all that is left is a full refund, also after a partial one', async () => {
    const whole = await on.buyDelivered();
    await on.refundPart(whole, 1290, 0).expect(200);
    await on.settles();
    expect((await on.documents(whole)).map(({ kind }) => kind)).toEqual(['invoice', 'cancellation']);
    expect(await on.adminView(whole)).toMatchObject({ refund: { state: 'refunded', cause: 'admin' } });

    await on.newBuyer();
    const rest = await on.buyDelivered();
    await on.refundPart(rest, 290, 0).expect(200);
    await on.settles();
    await on.refund(rest, { reason: 'Widerruf' }).expect(200);
    await on.settles();
    expect(on.stripeRefunds(rest).map(({ amount }) => amount)).toEqual([290, 1000]);
    expect((await on.documents(rest)).map(({ kind, gross }) => [kind, gross])).toEqual([
      ['invoice', 1290],
      ['correction', -290],
      ['correction', -1000],
    ]);
    expect(await on.refundPart(rest, 1, 1290)).toMatchObject({ status: 200, body: { data: { state: 'refunded' } } });
  });
});

describe('a partial refund of which a message is lost or late', () => {
  it('is made once when the responses of Stripe are lost, also when Stripe repeats an error', async () => {
    const id = await on.buyDelivered();
    shop.stripe.control.dropWebhooks();
    shop.stripe.control.failNext({ path: '/v1/refunds', method: 'POST', times: 3, outcome: 'lost-response' });
    await on.refundPart(id, 300, 0).expect(200);
    await shop.settles();
    shop.stripe.control.failNext({ path: '/v1/refunds', method: 'POST', status: 500, remembered: true });
    await on.refundPart(id, 200, 300).expect(200);
    await shop.settles();
    expect(on.stripeRefunds(id).map(({ amount }) => amount)).toEqual([300, 200]);
    expect(await on.adminView(id)).toMatchObject({ refundedCents: 500, requestedCents: 0 });
  });

  it('is made once when Stripe has forgotten the idempotency key of a lost response', async () => {
    const id = await on.buyDelivered();
    shop.stripe.control.dropWebhooks();
    shop.stripe.control.failNext({ path: '/v1/refunds', method: 'POST', times: 2, outcome: 'lost-response' });
    const { requestId } = (await on.refundPart(id, 300, 0).expect(200)).body.data;
    await until('Stripe has made the refund', async () => on.stripeRefunds(id).length === 1);
    await shop.sql.rows('update refund_requests set key_serial = 7 where id = $1', [requestId]);
    await shop.settles();
    expect(on.stripeRefunds(id)).toHaveLength(1);
    expect(await on.adminView(id)).toMatchObject({ refunds: [{ cents: 300, requestId, state: 'refunded' }] });
  });

  it('is recorded once, also in the dashboard, and repeated or late events add nothing', async () => {
    const id = await on.buyDelivered();
    await on.refundPart(id, 300, 0).expect(200);
    await on.settles();
    await on.refundInDashboard(id, 200);
    await on.settles();
    const [first, second] = [300, 500].map((total) =>
      on.eventOf(id, 'charge.refunded', ({ amount_refunded: refunded }) => refunded === total),
    );
    for (const event of [second!, first!]) await postWebhook(shop, { ...event, id: `${event.id}_again` }).expect(200);
    await shop.api.get(CommandBus).execute(new PollStripeEvents(-2));
    await on.settles();
    expect((await on.adminView(id)).refunds).toMatchObject([
      { cents: 300, source: 'admin', state: 'refunded' },
      { cents: 200, source: 'dashboard', state: 'refunded', requestId: null, reason: null },
    ]);
    expect(await on.mails()).toHaveLength(2);
    expect(await on.documents(id)).toHaveLength(3);
  });

  it('is made although the event of a later refund with the same amount arrives first', async () => {
    const id = await on.buyDelivered();
    shop.stripe.control.failNext({ path: '/v1/refunds', method: 'POST', times: 2 });
    const { requestId: first } = (await on.refundPart(id, 333, 0).expect(200)).body.data;
    await until('its first attempt has failed', () =>
      shop.sql.row(
        `select from deliveries d join outbox_events e on e.id = d.event_id
         where e.payload->>'requestId' = $1 and d.last_error is not null`,
        [first],
      ),
    );
    shop.stripe.control.failNext({ path: '/v1/refunds', method: 'POST', times: 2, outcome: 'lost-response' });
    const { requestId: second } = (await on.refundPart(id, 333, 333).expect(200)).body.data;
    await on.settles();
    const made = on.stripeRefunds(id).map(({ metadata }) => metadata.request_id);
    expect(made.toSorted()).toEqual([first, second].toSorted());
    const view = await on.adminView(id);
    expect(view).toMatchObject({ refundedCents: 666, requestedCents: 0 });
    const refund = { cents: 333, source: 'admin', state: 'refunded' };
    expect(view.refunds).toMatchObject([refund, refund]);
    expect(view.refunds.map(({ requestId }) => requestId!).toSorted()).toEqual(made.toSorted());
    expect(await on.documents(id)).toHaveLength(3);
  });

  it('has its mail and its correction also when its event arrives before the payment event', async () => {
    shop.stripe.control.dropWebhooks();
    const id = await buy(shop, on.buyer, on.patternId);
    await on.refundInDashboard(id, 300);
    await postWebhook(
      shop,
      on.eventOf(id, 'charge.refunded', () => true),
    ).expect(200);
    expect(await on.access(id)).toMatchObject({ status: 'pending', refundedCents: 300 });
    await shop.api.get(CommandBus).execute(new PollStripeEvents(-2));
    await shop.settles();
    expect(await on.access(id)).toMatchObject({ status: 'paid', canDownload: true, refundedCents: 300 });
    expect((await on.mails()).map(({ subject }) => subject!.split(' ')[0])).toEqual(['Teilerstattung']);
    expect((await on.documents(id)).map(({ gross }) => gross)).toEqual([1290, -300]);
  });

  it('is linked to its request when only its event arrives', async () => {
    const id = await on.buyDelivered();
    shop.stripe.control.failNext({ path: '/v1/refunds', method: 'POST', times: 50, outcome: 'lost-response' });
    const { body } = await on.refundPart(id, 250, 0).expect(200);
    await until('the event is recorded', async () => (await on.adminView(id)).refundedCents === 250);
    expect(await on.adminView(id)).toMatchObject({
      refundedCents: 250,
      requestedCents: 0,
      refunds: [{ cents: 250, requestId: body.data.requestId }],
    });
    shop.stripe.control.clearFaults();
    await on.settles();
    expect((await on.adminView(id)).refunds).toMatchObject([{ cents: 250, state: 'refunded' }]);
    expect(on.stripeRefunds(id)).toHaveLength(1);
  });
});
