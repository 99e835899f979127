import { CommandBus } from '@nestjs/cqrs';
import { PollStripeEvents } from '../payments/commands/poll-stripe-events.js';
import { ADVANCE_ORDER_NUMBERS, RebuildPurchase } from './commands/rebuild-purchase.js';
import { RebuildPurchases } from './commands/rebuild-purchases.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, buy, confirmCard, delivered, startPayment } from '../../../test/support/pay.js';
import { postWebhook, type StripeEvent } from '../../../test/support/stripe-event.js';
import { restoreBefore } from '../../../test/support/restore.js';
import { until } from '../../../test/support/settles.js';

let shop: OpenShop;
let patternId: string;
let buyer: TestBuyer;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  patternId = await aPattern().costing(990).in(shop);
  await shop.settles();
});
afterAll(() => shop?.close());
beforeEach(async () => {
  buyer = await aBuyer(shop);
  await shop.settles();
});
afterEach(() => shop.settles());

type Row = Record<string, unknown>;
const AGREED = `order_number, pattern_id, buyer_id, buyer_email, buyer_email_key, locale, consent, country, declared_country,
  card_country, offered_files, amount_cents, currency, payment_intent_id, status`;

const agreed = (id: string) => shop.sql.row<Row>(`select ${AGREED} from purchases where id = $1`, [id]);
const begunAt = async (id: string) =>
  (await shop.sql.row<{ at: Date }>(`select created_at as at from purchases where id = $1`, [id]))!.at;
const stateOf = async (id: string) =>
  (await shop.sql.row<Row>(`select status from purchases where id = $1`, [id]))?.status;
const paymentOf = (purchaseId: string) =>
  shop.stripe.control.payments().find(({ metadata }) => metadata.purchase_id === purchaseId)!;
const succeeded = (paymentId: string) =>
  shop.stripe.control
    .events()
    .find(({ type, data }) => type === 'payment_intent.succeeded' && (data.object as { id: string }).id === paymentId)!;
const receipts = async (to = buyer.email) =>
  (await shop.mails()).filter((mail) => mail.to[0]!.address === to && /PP-/.test(mail.subject)).length;
const provider = (path: string, form: Record<string, string>) =>
  fetch(`${shop.stripe.url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.config.stripe.secretKey}` },
    body: new URLSearchParams(form),
  });
const run = (command: PollStripeEvents | RebuildPurchase | RebuildPurchases) =>
  shop.workers.get(CommandBus).execute(command as RebuildPurchases);
/** What an operator is told. */
const reconcile = async (since: Date | null = null, asGuests: string[] = []) => {
  const begun = new Date();
  await run(new PollStripeEvents(0));
  return run(new RebuildPurchases(begun, since, asGuests));
};
const left = (paymentId: string, obstacle: string) => expect.arrayContaining([{ paymentId, obstacle }]);

/** Pays, and has everything that follows. @returns the purchase's id */
async function bought(): Promise<string> {
  const id = await buy(shop, buyer, patternId);
  await delivered(shop, buyer, id);
  await shop.settles();
  return id;
}

/** The database as a backup from before the order has it. */
const restore = (purchaseId: string, ...more: string[]) => restoreBefore(shop, purchaseId, more);

/** The report of a payment has been taken in, and it will not come again. */
const reported = (paymentId: string) =>
  shop.sql.rows(
    `insert into webhook_inbox (event_id, type, object_id, outcome) values ($1, 'payment_intent.succeeded', $2, 'ignored')`,
    [succeeded(paymentId).id, paymentId],
  );

describe('a purchase that the database has lost', () => {
  it('is there again as it was agreed, once, however many find its payment at the same moment', async () => {
    const first = await startPayment(shop, buyer, patternId, { consent: false, locale: 'de', country: 'DE' });
    const { client_secret: secret, purchase_id: id } = first.body.data;
    await startPayment(shop, buyer, patternId, { consent: true, locale: 'en', country: 'AT' });
    await confirmCard(shop, secret);
    await delivered(shop, buyer, id);
    await shop.settles();
    const before = await agreed(id);
    expect(before).toMatchObject({ status: 'paid', locale: 'en', country: 'AT', consent: { locale: 'en' } });
    await restore(id);

    const report = succeeded(paymentOf(id).id) as unknown as StripeEvent;
    const other = { ...report, id: `${report.id}_again` };
    await Promise.all([
      postWebhook(shop, report),
      postWebhook(shop, other),
      reconcile(),
      reconcile(new Date(Date.now() - 3_600_000)),
      ...[1, 2, 3].map(() => run(new RebuildPurchase(paymentOf(id).id))),
    ]);
    await delivered(shop, buyer, id);
    await shop.settles();
    expect(await agreed(id)).toEqual(before);
    // The card provider counts whole seconds.
    expect(await begunAt(id)).toEqual(new Date(paymentOf(id).created * 1_000));
    const traces = await shop.sql.row<Row>(
      `select (select count(*)::int from copies where purchase_id = $1) as copies,
              (select count(*)::int from invoices where purchase_id = $1) as invoices,
              (select count(*)::int from outbox_events where type = 'purchases.purchase-completed'
                 and payload->>'purchaseId' = $1::text) as completed,
              (select count(*)::int from audit_entries where user_id = $2 and action = 'purchases.rebuilt'
                 and details->>'purchaseId' = $1::text) as written_down`,
      [id, buyer.id],
    );
    expect(traces).toEqual({ copies: 1, invoices: 1, completed: 1, written_down: 1 });
    // The first one was sent before the loss.
    expect(await receipts()).toBe(2);
  });

  it('comes back by its webhook alone', async () => {
    const id = await bought();
    await restore(id);
    await postWebhook(shop, succeeded(paymentOf(id).id) as unknown as StripeEvent);
    expect(await until('it is paid', async () => (await stateOf(id)) === 'paid')).toBe(true);
    expect((await delivered(shop, buyer, id)).canDownload).toBe(true);
  });

  it('goes to the address that a guest gave with the card; no address stands in what the shop writes', async () => {
    const email = 'buyer@example.com';
    const { client_secret: secret, purchase_id: id } = (
      await startPayment(shop, null, patternId, { buyer_email: email, consent: true })
    ).body.data;
    await confirmCard(shop, secret);
    await until('it is paid', async () => (await stateOf(id)) === 'paid');
    await shop.settles();
    const before = await agreed(id);
    expect(JSON.stringify(shop.stripe.control.payments().map(({ metadata }) => metadata))).not.toMatch(/@|Käthe/);
    await restore(id);
    const told = await receipts(email);
    expect((await reconcile()).rebuilt).toMatchObject([{ paymentId: paymentOf(id).id }]);
    await shop.settles();
    expect(await agreed(id)).toEqual(before);
    expect(await begunAt(id)).toEqual(new Date(paymentOf(id).created * 1_000));
    expect(await receipts(email)).toBe(told + 1);
  });

  it('is found in the list of payments when nothing reports it any more', async () => {
    const id = await bought();
    await restore(id);
    await reported(paymentOf(id).id);
    await reconcile();
    expect(await stateOf(id)).toBeUndefined();
    await reconcile(new Date(Date.now() - 3_600_000));
    expect(await stateOf(id)).toBe('paid');
  });

  it('gets another number when its own was given out again, and numbers go on behind it', async () => {
    const id = await bought();
    const { order_number: old } = (await agreed(id)) as { order_number: string };
    const last = Number(old.slice(8));
    await restore(id, `select setval('order_numbers', ${last - 1})`);
    const taken = await startPayment(shop, await aBuyer(shop), patternId);
    expect(await agreed(taken.body.data.purchase_id)).toMatchObject({ order_number: old });
    await reconcile();
    const { order_number: number } = (await agreed(id)) as { order_number: string };
    expect(number.slice(0, 8)).toBe(old.slice(0, 8));
    expect(Number(number.slice(8))).toBeGreaterThan(last);
  });

  it('moves the counter of numbers forward only, and never sets it', async () => {
    await shop.owner.ownTransaction(async (client) => {
      const { n } = (await client.query<{ n: number }>(`select nextval('order_numbers')::int as n`)).rows[0]!;
      await client.query(
        'create role taker; grant usage, select on sequence order_numbers to taker; set local role taker',
      );
      const moved = async (to: number) => {
        await client.query(ADVANCE_ORDER_NUMBERS, [to]);
        return (await client.query('select last_value::int as n from order_numbers')).rows[0].n as number;
      };
      expect([await moved(n - 1), await moved(n + 500), await moved(n)]).toEqual([n, n + 500, n + 500]);
      await client.query('reset role; drop owned by taker; drop role taker');
    });
  });

  it('stands beside the same order that its buyer has begun anew, and that one is paid back', async () => {
    const id = await bought();
    await restore(id);
    const again = (await startPayment(shop, buyer, patternId)).body.data;
    await reconcile();
    expect([await stateOf(id), await stateOf(again.purchase_id)]).toEqual(['paid', 'pending']);
    await confirmCard(shop, again.client_secret);
    await until('it is paid back', async () => (await stateOf(again.purchase_id)) === 'refunded');
    expect((await accessOf(shop, buyer, id)).status).toBe('paid');
  });

  it('knows of its dispute and of a part that was paid back', async () => {
    const id = await bought();
    const payment = paymentOf(id).id;
    await provider('refunds', { payment_intent: payment, amount: '90' });
    shop.stripe.control.dispute(payment);
    await restore(id);
    await reconcile();
    expect(
      await shop.sql.row(`select status, refunded_cents, dispute_state from purchases where id = $1`, [id]),
    ).toEqual({ status: 'paid', refunded_cents: 90, dispute_state: 'open' });
  });

  it('is not made again when its money went back', async () => {
    const id = await bought();
    const payment = paymentOf(id).id;
    await provider('refunds', { payment_intent: payment });
    await restore(id);
    const { rebuilt, left: without } = await reconcile(new Date(Date.now() - 3_600_000));
    await shop.settles();
    expect([rebuilt, without.filter(({ paymentId }) => paymentId === payment)]).toEqual([[], []]);
    expect(await stateOf(id)).toBeUndefined();
  });

  it.each([
    ['buyer', 'buyer-unknown', 'users', () => buyer.id],
    ['pattern', 'pattern-unknown', 'patterns', () => patternId],
  ])('without its %s is named to the operator each time, and made again as soon as that is back', async (...row) => {
    const [, obstacle, table, key] = row;
    const id = await bought();
    const kept = `kept_${table}`;
    await restore(
      id,
      `create table ${kept} as select * from ${table} where id = '${key()}'`,
      `delete from ${table} where id = '${key()}'`,
    );
    const payment = paymentOf(id).id;
    expect((await reconcile()).left).toEqual(left(payment, obstacle));
    expect((await reconcile()).left).toEqual(left(payment, obstacle));
    expect(await stateOf(id)).toBeUndefined();

    await shop.owner.ownTransaction(async (client) => {
      await client.query(`set local session_replication_role = replica`);
      await client.query(`insert into ${table} select * from ${kept}`);
    });
    expect((await reconcile()).rebuilt).toMatchObject([{ paymentId: payment }]);
    expect(await stateOf(id)).toBe('paid');
    expect((await reconcile()).left).not.toEqual(left(payment, obstacle));
  });

  it('whose account is lost too goes to the address of the card when an operator says so', async () => {
    const id = await bought();
    const payment = paymentOf(id).id;
    await restore(id, `delete from users where id = '${buyer.id}'`);
    expect((await reconcile()).left).toEqual(left(payment, 'buyer-unknown'));
    expect((await reconcile(null, [payment])).rebuilt).toMatchObject([{ paymentId: payment }]);
    expect(await agreed(id)).toMatchObject({ status: 'paid', buyer_id: null, buyer_email: 'buyer@example.com' });
  });

  it('of a closed account is left to a person', async () => {
    const id = await bought();
    await restore(id, `update users set closed_at = now() where id = '${buyer.id}'`);
    expect((await reconcile()).left).toEqual(left(paymentOf(id).id, 'buyer-closed'));
    expect(await stateOf(id)).toBeUndefined();
  });
});

describe('a payment of another system on the same account', () => {
  let lost: string;
  beforeAll(async () => {
    buyer = await aBuyer(shop);
    lost = await bought();
    await restore(lost);
  });

  it.each<[string, number, (note: Record<string, string>) => Record<string, string>]>([
    ['says nothing', 990, () => ({})],
    ['is named after an order, but is not sealed', 990, ({ seal, ...note }) => ({ ...note, sealed: seal! })],
    ['says what the shop has sealed, for another sum', 991, (note) => note],
    ['says something else under the seal', 990, (note) => ({ ...note, country: 'FR' })],
  ])('that %s is left alone', async (_, cents, noteLike) => {
    const note = Object.entries(noteLike(paymentOf(lost).metadata));
    const opened = await provider('payment_intents', {
      amount: String(cents),
      currency: 'eur',
      'automatic_payment_methods[enabled]': 'true',
      ...Object.fromEntries(note.map(([name, value]) => [`metadata[${name}]`, value])),
    });
    const { id: foreign, client_secret: secret } = (await opened.json()) as { id: string; client_secret: string };
    await confirmCard(shop, secret);
    await shop.stripe.control.webhooksDelivered();
    await shop.settles();
    expect(await run(new RebuildPurchase(foreign))).toBe('not-ours');
    expect(await stateOf(lost)).toBeUndefined();
  });

  it('is named when the shop has sealed it with another secret, though nothing reports it', async () => {
    const { id } = paymentOf(lost);
    const stale = await provider(`payment_intents/${id}`, { 'metadata[seal]': 'made with the secret of another day' });
    expect(stale.status).toBe(200);
    await reported(id);
    const told = await reconcile(new Date(Date.now() - 3_600_000));
    expect(told.left).toContainEqual({ paymentId: id, obstacle: 'not-ours' });
    expect(await stateOf(lost)).toBeUndefined();
  });
});
