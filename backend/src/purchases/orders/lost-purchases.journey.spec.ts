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
const TERMS = `order_number, pattern_id, buyer_id, buyer_email, buyer_email_key, locale, consent, licence, terms_text_id, withdrawal_text_id,
  country, declared_country, card_country, offered_files, amount_cents, currency, payment_intent_id, status`;

const readTerms = (id: string) => shop.sql.row<Row>(`select ${TERMS} from purchases where id = $1`, [id]);
const readCreatedAt = async (id: string) =>
  (await shop.sql.row<{ at: Date }>(`select created_at as at from purchases where id = $1`, [id]))!.at;
const readStatus = async (id: string) =>
  (await shop.sql.row<Row>(`select status from purchases where id = $1`, [id]))?.status;
const findPayment = (purchaseId: string) =>
  shop.stripe.control.payments().find(({ metadata }) => metadata.purchase_id === purchaseId)!;
const findSucceededEvent = (paymentId: string) =>
  shop.stripe.control
    .events()
    .find(({ type, data }) => type === 'payment_intent.succeeded' && (data.object as { id: string }).id === paymentId)!;
const countReceipts = async (to = buyer.email) =>
  (await shop.mails()).filter((mail) => mail.to[0]!.address === to && /PP-/.test(mail.subject)).length;
const stripeApi = (path: string, form: Record<string, string>) =>
  fetch(`${shop.stripe.url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.config.stripe.secretKey}` },
    body: new URLSearchParams(form),
  });
const run = (command: PollStripeEvents | RebuildPurchase | RebuildPurchases) =>
  shop.workers.get(CommandBus).execute(command as RebuildPurchases);
/** Polls Stripe's events, then rebuilds purchases: the steps of the operator's command. */
const reconcile = async (since: Date | null = null, asGuests: string[] = []) => {
  const start = new Date();
  await run(new PollStripeEvents(0));
  return run(new RebuildPurchases(start, since, asGuests));
};
const containsUnresolved = (paymentId: string, obstacle: string) => expect.arrayContaining([{ paymentId, obstacle }]);

/** Pays and waits for all jobs. @returns the purchase's id */
async function buyAndSettle(): Promise<string> {
  const id = await buy(shop, buyer, patternId);
  await delivered(shop, buyer, id);
  await shop.settles();
  return id;
}

/** Restores the database from a backup that is older than the order. */
const restoreBackup = (purchaseId: string, ...more: string[]) => restoreBefore(shop, purchaseId, more);

/** Records the event of a payment as processed, so polling does not find it again. */
const markProcessed = (paymentId: string) =>
  shop.sql.rows(
    `insert into webhook_inbox (event_id, type, object_id, outcome) values ($1, 'payment_intent.succeeded', $2, 'ignored')`,
    [findSucceededEvent(paymentId).id, paymentId],
  );

describe('lost purchase', () => {
  it('is rebuilt once with the agreed terms when several processes find its payment concurrently', async () => {
    const first = await startPayment(shop, buyer, patternId, { consent: false, locale: 'de', country: 'DE' });
    const { client_secret: secret, purchase_id: id } = first.body.data;
    await startPayment(shop, buyer, patternId, { consent: true, locale: 'en', country: 'AT' });
    await confirmCard(shop, secret);
    await delivered(shop, buyer, id);
    await shop.settles();
    const before = await readTerms(id);
    expect(before).toMatchObject({ locale: 'en', consent: { locale: 'en' }, licence: { kind: 'private' } });
    await restoreBackup(id);

    const event = findSucceededEvent(findPayment(id).id) as unknown as StripeEvent;
    const repeatedEvent = { ...event, id: `${event.id}_again` };
    await Promise.all([
      postWebhook(shop, event),
      postWebhook(shop, repeatedEvent),
      reconcile(),
      reconcile(new Date(Date.now() - 3_600_000)),
      ...[1, 2, 3].map(() => run(new RebuildPurchase(findPayment(id).id))),
    ]);
    await delivered(shop, buyer, id);
    await shop.settles();
    expect(await readTerms(id)).toEqual(before);
    // Stripe rounds times to whole seconds.
    expect(await readCreatedAt(id)).toEqual(new Date(findPayment(id).created * 1_000));
    const effects = await shop.sql.row<Row>(
      `select (select count(*)::int from copies where purchase_id = $1) as copies,
              (select count(*)::int from invoices where purchase_id = $1) as invoices,
              (select count(*)::int from outbox_events where type = 'purchases.purchase-completed'
                 and payload->>'purchaseId' = $1::text) as completed,
              (select count(*)::int from audit_entries where user_id = $2 and action = 'purchases.rebuilt'
                 and details->>'purchaseId' = $1::text) as audit_entries`,
      [id, buyer.id],
    );
    expect(effects).toEqual({ copies: 1, invoices: 1, completed: 1, audit_entries: 1 });
    // The first receipt was sent before the loss.
    expect(await countReceipts()).toBe(2);
  });

  it('is rebuilt when the webhook of its payment arrives', async () => {
    const id = await buyAndSettle();
    await restoreBackup(id);
    await postWebhook(shop, findSucceededEvent(findPayment(id).id) as unknown as StripeEvent);
    expect(await until('the purchase is paid', async () => (await readStatus(id)) === 'paid')).toBe(true);
    expect((await delivered(shop, buyer, id)).canDownload).toBe(true);
  });

  it('of a guest is rebuilt with the e-mail address entered with the card, because the metadata contain none', async () => {
    const email = 'buyer@example.com';
    const { client_secret: secret, purchase_id: id } = (
      await startPayment(shop, null, patternId, { buyer_email: email, consent: true })
    ).body.data;
    await confirmCard(shop, secret);
    await until('the purchase is paid', async () => (await readStatus(id)) === 'paid');
    await shop.settles();
    const before = await readTerms(id);
    expect(JSON.stringify(shop.stripe.control.payments().map(({ metadata }) => metadata))).not.toMatch(/@|Käthe/);
    await restoreBackup(id);
    const receiptsBefore = await countReceipts(email);
    expect((await reconcile()).rebuilt).toMatchObject([{ paymentId: findPayment(id).id }]);
    await shop.settles();
    expect(await readTerms(id)).toEqual(before);
    expect(await readCreatedAt(id)).toEqual(new Date(findPayment(id).created * 1_000));
    expect(await countReceipts(email)).toBe(receiptsBefore + 1);
  });

  it('is found in Stripe’s list of payments when the event of its payment is already processed', async () => {
    const id = await buyAndSettle();
    await restoreBackup(id);
    await markProcessed(findPayment(id).id);
    await reconcile();
    expect(await readStatus(id)).toBeUndefined();
    await reconcile(new Date(Date.now() - 3_600_000));
    expect(await readStatus(id)).toBe('paid');
  });

  it('gets a new, higher order number if another order got the old number after the database was restored', async () => {
    const id = await buyAndSettle();
    const { order_number: old } = (await readTerms(id)) as { order_number: string };
    const last = Number(old.slice(8));
    await restoreBackup(id, `select setval('order_numbers', ${last - 1})`);
    const started = await startPayment(shop, await aBuyer(shop), patternId);
    expect(await readTerms(started.body.data.purchase_id)).toMatchObject({ order_number: old });
    await reconcile();
    const { order_number: number } = (await readTerms(id)) as { order_number: string };
    expect(number.slice(0, 8)).toBe(old.slice(0, 8));
    expect(Number(number.slice(8))).toBeGreaterThan(last);
  });

  it('advances the sequence of order numbers when it is rebuilt, even if the database role must not call setval', async () => {
    await shop.owner.ownTransaction(async (client) => {
      const { n } = (await client.query<{ n: number }>(`select nextval('order_numbers')::int as n`)).rows[0]!;
      await client.query(
        'create role sequence_user; grant usage, select on sequence order_numbers to sequence_user; set local role sequence_user',
      );
      const advance = async (to: number) => {
        await client.query(ADVANCE_ORDER_NUMBERS, [to]);
        return (await client.query('select last_value::int as n from order_numbers')).rows[0].n as number;
      };
      expect([await advance(n - 1), await advance(n + 500), await advance(n)]).toEqual([n, n + 500, n + 500]);
      await client.query('reset role; drop owned by sequence_user; drop role sequence_user');
    });
  });

  it('is rebuilt while a newer order of its pattern is pending; if the newer order is then paid, it is refunded', async () => {
    const id = await buyAndSettle();
    await restoreBackup(id);
    const newer = (await startPayment(shop, buyer, patternId)).body.data;
    await reconcile();
    expect([await readStatus(id), await readStatus(newer.purchase_id)]).toEqual(['paid', 'pending']);
    await confirmCard(shop, newer.client_secret);
    await until('the newer order is refunded', async () => (await readStatus(newer.purchase_id)) === 'refunded');
    expect((await accessOf(shop, buyer, id)).status).toBe('paid');
  });

  it('is rebuilt with its dispute and its partial refund', async () => {
    const id = await buyAndSettle();
    await stripeApi('refunds', { payment_intent: findPayment(id).id, amount: '90' });
    shop.stripe.control.dispute(findPayment(id).id);
    await restoreBackup(id);
    await reconcile();
    await shop.settles();
    const columns = `status, dispute_state, array(select cents from refunds where purchase_id = $1) as refunds,
      array(select gross_cents from invoices where purchase_id = $1 order by number) as documents`;
    const rebuilt = await shop.sql.row(`select ${columns} from purchases where id = $1`, [id]);
    expect(rebuilt).toEqual({ status: 'paid', dispute_state: 'open', refunds: [90], documents: [990, -90] });
  });

  it('is not rebuilt after a full refund', async () => {
    const id = await buyAndSettle();
    const payment = findPayment(id).id;
    await stripeApi('refunds', { payment_intent: payment });
    await restoreBackup(id);
    const { rebuilt, unresolved } = await reconcile(new Date(Date.now() - 3_600_000));
    await shop.settles();
    expect([rebuilt, unresolved.filter(({ paymentId }) => paymentId === payment)]).toEqual([[], []]);
    expect(await readStatus(id)).toBeUndefined();
  });

  it.each([
    ['buyer', 'buyer-unknown', 'users', () => buyer.id],
    ['pattern', 'pattern-unknown', 'patterns', () => patternId],
  ])('is listed for the operator while the row of its %s is missing, and is rebuilt afterwards', async (...row) => {
    const [, obstacle, table, key] = row;
    const id = await buyAndSettle();
    const backup = `kept_${table}`;
    await restoreBackup(
      id,
      `create table ${backup} as select * from ${table} where id = '${key()}'`,
      `delete from ${table} where id = '${key()}'`,
    );
    const payment = findPayment(id).id;
    expect((await reconcile()).unresolved).toEqual(containsUnresolved(payment, obstacle));
    expect((await reconcile()).unresolved).toEqual(containsUnresolved(payment, obstacle));
    expect(await readStatus(id)).toBeUndefined();

    await shop.owner.ownTransaction(async (client) => {
      await client.query(`set local session_replication_role = replica`);
      await client.query(`insert into ${table} select * from ${backup}`);
    });
    expect((await reconcile()).rebuilt).toMatchObject([{ paymentId: payment }]);
    expect(await readStatus(id)).toBe('paid');
    expect((await reconcile()).unresolved).not.toEqual(containsUnresolved(payment, obstacle));
  });

  it('without its account becomes, on request, a guest purchase with the e-mail address entered with the card', async () => {
    const id = await buyAndSettle();
    const payment = findPayment(id).id;
    await restoreBackup(id, `delete from users where id = '${buyer.id}'`);
    expect((await reconcile()).unresolved).toEqual(containsUnresolved(payment, 'buyer-unknown'));
    expect((await reconcile(null, [payment])).rebuilt).toMatchObject([{ paymentId: payment }]);
    expect(await readTerms(id)).toMatchObject({ status: 'paid', buyer_id: null, buyer_email: 'buyer@example.com' });
  });

  it('is listed for the operator when the buyer’s account is closed', async () => {
    const id = await buyAndSettle();
    await restoreBackup(id, `update users set closed_at = now() where id = '${buyer.id}'`);
    expect((await reconcile()).unresolved).toEqual(containsUnresolved(findPayment(id).id, 'buyer-closed'));
    expect(await readStatus(id)).toBeUndefined();
  });
});

describe('payment without a valid seal of this shop', () => {
  let lost: string;
  beforeAll(async () => {
    buyer = await aBuyer(shop);
    lost = await buyAndSettle();
    await restoreBackup(lost);
  });

  it.each<[string, number, (metadata: Record<string, string>) => Record<string, string>]>([
    ['has no metadata', 990, () => ({})],
    ['has the metadata of an order, but no seal', 990, ({ seal, ...metadata }) => ({ ...metadata, sealed: seal! })],
    ['has the sealed metadata of an order with another amount', 991, (metadata) => metadata],
    ['has metadata that were changed after sealing', 990, (metadata) => ({ ...metadata, country: 'FR' })],
  ])('leads to no rebuilt purchase when it %s', async (_, cents, change) => {
    const metadata = Object.entries(change(findPayment(lost).metadata));
    const opened = await stripeApi('payment_intents', {
      amount: String(cents),
      currency: 'eur',
      'automatic_payment_methods[enabled]': 'true',
      ...Object.fromEntries(metadata.map(([name, value]) => [`metadata[${name}]`, value])),
    });
    const { id: foreignId, client_secret: secret } = (await opened.json()) as { id: string; client_secret: string };
    await confirmCard(shop, secret);
    await shop.stripe.control.webhooksDelivered();
    await shop.settles();
    expect(await run(new RebuildPurchase(foreignId))).toBe('not-ours');
    expect(await readStatus(lost)).toBeUndefined();
  });

  it('is listed for the operator when its seal was made with another secret, even if its event is processed', async () => {
    const { id } = findPayment(lost);
    const response = await stripeApi(`payment_intents/${id}`, { 'metadata[seal]': 'made with another secret' });
    expect(response.status).toBe(200);
    await markProcessed(id);
    const result = await reconcile(new Date(Date.now() - 3_600_000));
    expect(result.unresolved).toContainEqual({ paymentId: id, obstacle: 'not-ours' });
    expect(await readStatus(lost)).toBeUndefined();
  });
});
