import { Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RecordErasureStep } from '#backend/privacy/commands/record-erasure-step.js';
import { RecordExportReady } from '#backend/privacy/commands/record-export-ready.js';
import { BuildExport } from '#workers/privacy/build-export.js';
import { EraseAccountJob } from '#workers/privacy/erase-account.js';
import { JobRunner } from '#workers/runtime/job-runner.js';
import { aBuyer, aPattern, type TestBuyer } from '../../test/support/builders.js';
import { foundInDatabase, foundInRedis, foundInStorage } from '../../test/support/personal-data-scan.js';
import { requestExport, statusOf } from '../../test/support/export.js';
import { type OpenShop, openShop } from '../../test/support/open-shop.js';
import { as, buy, confirmCard, delivered, startPayment } from '../../test/support/pay.js';
import { until } from '../../test/support/settles.js';

const PASSWORD = 'Nadel-und-Faden-7';
/** The text of a withdrawal that is not decided. */
const UNDECIDED = 'ein Kleid für Frau Quittenbaum';
/** Words that occur only in the data of the erased person. */
const CANARIES = ['zeisig', 'quittenbaum', 'quirinalda', 'zaunkoenig'];

let shop: OpenShop;
let paidPattern: string;
let freePattern: string;

beforeAll(async () => {
  shop = await openShop({ workers: true, ...(process.env.TEST_REDIS_URL && { queue: 'redis' as const }) });
  paidPattern = await aPattern().in(shop);
  freePattern = await aPattern().costing(0).in(shop);
  await shop.settles();
});
afterAll(() => shop.close());

const context = () => ({ executionId: 'test', signal: AbortSignal.timeout(60_000) });
const startDueErasures = () => shop.workers.get(JobRunner).run({ name: 'start-erasures', data: {} });

/** Requests the deletion and makes it due. @returns the id of the deletion */
async function makeDeletionDue(person: TestBuyer): Promise<string> {
  await as(shop, person).post('/api/gdpr/delete', { password: PASSWORD }).expect(202);
  await shop.settles();
  const row = await shop.sql.row<{ id: string }>(
    `update deletions set erase_at = now() - interval '1 second' where user_id = $1 and undone_at is null returning id`,
    [person.id],
  );
  return row!.id;
}

/** Erases an account. Polls for the end, because the scheduled job of the workers may have started the erasure instead. */
async function erase(person: TestBuyer): Promise<void> {
  await makeDeletionDue(person);
  await startDueErasures();
  await until('the account is erased', () =>
    shop.sql.row('select from deletions where user_id = $1 and erased_at is not null', [person.id]),
  );
  await shop.settles();
}

/** Starts a payment without an account. @returns the id of the order */
async function orderAsGuest(buyer_email: string): Promise<string> {
  const { body } = await startPayment(shop, null, paidPattern, { buyer_email }).expect(201);
  return body.data.purchase_id;
}
const cancelOrder = (orderId: string, age = '0 s') =>
  shop.sql.rows(
    `update purchases set status = 'cancelled', cancelled_at = now() - $2::interval, next_payment_check_at = null
     where id = $1`,
    [orderId, age],
  );

/** Registers a person whose names are in `CANARIES`. */
async function createCanaryPerson(email: string, username: string): Promise<TestBuyer> {
  const form = {
    password: PASSWORD,
    name: 'Zeisigfrau Quittenbaum',
    first_name: 'Quirinalda',
    last_name: 'Zaunkoenig',
  };
  const { body } = await shop.http
    .post('/api/auth/register')
    .send({ ...form, email, username })
    .expect(201);
  const { accessToken: token, refreshToken, user } = body.data;
  await shop.sql.rows('update users set verified_at = now(), mailbox_proven_at = now() where id = $1', [user.id]);
  return { id: user.id, email, token, refreshToken };
}

/** Creates data of the person in every table. @returns the pattern that the person sells, its buyer and the purchase */
async function createAllData(person: TestBuyer) {
  const free = (await startPayment(shop, person, freePattern)).body.data.purchase_id;
  for (const id of [await buy(shop, person, paidPattern), free])
    await as(shop, person)
      .post('/api/downloads/secure', { token: (await delivered(shop, person, id)).downloadToken })
      .expect(200);
  await as(shop, person).post(`/api/wishlist/${paidPattern}`, {}).expect(201);
  await as(shop, person)
    .post('/api/gdpr/consent', { consentTypes: ['analytics'] })
    .expect(200);
  await as(shop, person).post(`/api/patterns/${paidPattern}/view`, { session_id: 'session_zeisig' }).expect(202);
  await shop.http.post('/api/newsletter/subscribe').send({ email: person.email, locale: 'de' }).expect(202);
  await shop.http.post('/api/password-reset/request').send({ email: person.email }).expect(200);
  const [{ orderNumber }] = (await as(shop, person).get('/api/users/purchases')).body.data.purchases;
  for (const order_number of [orderNumber, 'der Mantel für Frau Quittenbaum', UNDECIDED])
    await as(shop, person)
      .post('/api/withdrawals', { name: 'Quirinalda Zaunkoenig', email: person.email, order_number })
      .expect(202);
  const decided = `decision = 'declined', decided_at = now(), decision_note = 'Frau Quirinalda weiß es'`;
  await shop.sql.rows(`update withdrawals set ${decided} where contract <> $1`, [UNDECIDED]);
  await shop.sql.rows(
    `insert into refund_requests (purchase_id, cause, reason, requested_at, settled_at, amount_cents)
     select id, 'admin', 'Frau Quirinalda hat angerufen', now(), now(), part from purchases, unnest(array[null, 100]) part
     where buyer_id = $1 and amount_cents > 0`,
    [person.id],
  );
  await cancelOrder(await orderAsGuest(person.email));
  await orderAsGuest(person.email);
  const pattern = await aPattern().titled('Haube').costing(0).by(person.id).in(shop);
  await shop.sql.rows(
    `update designers set name = 'Atelier Zeisig', slug = 'zeisig-' || id, bio = '{"de":"Zeisig zeichnet."}' where user_id = $1`,
    [person.id],
  );
  await shop.settles();
  const buyer = await aBuyer(shop);
  const bought = (await startPayment(shop, buyer, pattern)).body.data.purchase_id as string;
  await delivered(shop, buyer, bought);
  await requestExport(shop, person);
  await shop.settles();
  return { pattern, buyer, bought };
}

describe('an erasure', () => {
  it('begins neither before its due time nor after the deletion was undone', async () => {
    const person = await aBuyer(shop);
    await as(shop, person).post('/api/gdpr/delete', { password: PASSWORD }).expect(202);
    await startDueErasures();
    await shop.settles();
    await as(shop, person).get('/api/auth/profile').expect(200);
    await as(shop, person).post('/api/gdpr/delete/undo', {}).expect(200);
    await shop.sql.rows(`update deletions set erase_at = now() - interval '1 second' where user_id = $1`, [person.id]);
    await startDueErasures();
    await shop.settles();
    expect((await as(shop, person).get('/api/auth/profile')).body.data.email).toBe(person.email);
  });

  it('deletes all data of a person except invoices, withdrawals from orders and open withdrawals, and keeps the copies of other buyers', async () => {
    const person = await createCanaryPerson('zeisig@example.com', 'zeisig_q');
    const { pattern, buyer, bought } = await createAllData(person);
    const words = [...CANARIES, person.email];
    expect((await foundInDatabase(shop, words)).length).toBeGreaterThan(8);
    const copies = (await foundInStorage(shop, words)).keys.filter((key) => key.startsWith('copies/'));

    await erase(person);
    const open = ['contract', 'email', 'email_key', 'name'].map((column) => `withdrawals.${column}`);
    expect((await foundInDatabase(shop, words)).sort()).toEqual([
      'invoices.buyer_email',
      'invoices.buyer_name',
      ...open,
    ]);
    // A withdrawal from an order is kept for six years, and an open one until it is decided. The other one is deleted.
    const columns = 'contract, restricted_at is not null as restricted, user_id, decision_note';
    const kept = { restricted: true, user_id: null, decision_note: null };
    expect(await shop.sql.rows(`select ${columns} from withdrawals order by contract`)).toMatchObject([
      kept,
      { ...kept, contract: UNDECIDED },
    ]);
    expect(await foundInRedis(shop, words)).toEqual([]);
    const { keys, found } = await foundInStorage(shop, words);
    expect(found.filter((key) => !key.startsWith('invoices/'))).toEqual([]);
    expect(keys.filter((key) => key.startsWith('exports/'))).toEqual([]);
    // Two copies belonged to the person. Only the copy that `buyer` bought remains.
    expect(copies).toHaveLength(3);
    expect(keys.filter((key) => key.startsWith('copies/'))).toEqual([expect.stringContaining(bought)]);
    expect(await delivered(shop, buyer, bought)).toMatchObject({ canDownload: true });
    await shop.http.get(`/api/patterns?search=Haube`).expect(({ body }) => expect(body.data.patterns).toEqual([]));
    const response = await startPayment(shop, await aBuyer(shop), pattern);
    expect([response.status, response.body.code]).toEqual([404, 'PATTERN_NOT_FOUND']);
    const lastMail = (await shop.mails()).findLast(({ to }) => JSON.stringify(to).includes(person.email));
    expect(lastMail!.subject).toMatch(/gelöscht/);
  }, 90_000);

  it('keeps newsletter subscriptions and guest orders of an unverified address', async () => {
    const email = 'fremde@example.com';
    const unproven = await aBuyer(shop, email);
    await shop.http.post('/api/newsletter/subscribe').send({ email, locale: 'de' }).expect(202);
    const orderId = await orderAsGuest(email);
    await erase(unproven);
    const remaining = await shop.sql.rows(
      `select email from newsletter_subscriptions where email_key = $1
       union all select buyer_email from purchases where id = $2`,
      [email, orderId],
    );
    expect(remaining).toEqual([{ email }, { email }]);
  });

  it('revokes all sessions, and the address can be registered again', async () => {
    const person = await aBuyer(shop, 'umzug@example.com');
    await erase(person);
    await as(shop, person).get('/api/auth/profile').expect(401);
    await shop.http.post('/api/auth/refresh').send({ refresh_token: person.refreshToken }).expect(401);
    const login = (email: string) => shop.http.post('/api/auth/login').send({ email, password: PASSWORD }).expect(401);
    expect((await login(person.email)).body).toEqual((await login('niemand@example.com')).body);
    const newPerson = await aBuyer(shop, person.email);
    expect(newPerson.id).not.toBe(person.id);
    expect((await as(shop, newPerson).get('/api/users/purchases')).body.data.purchases).toEqual([]);
  });

  it('resumes after a crash at each step, and every step is idempotent', async () => {
    const person = await createCanaryPerson('zeisig2@example.com', 'zeisig_r');
    await createAllData(person);
    const deletionId = await makeDeletionDue(person);
    await shop.sql.rows('update deletions set begun_at = now() where id = $1', [deletionId]);
    const bus = shop.workers.get(CommandBus);
    const execute = bus.execute.bind(bus);
    const killedAfter = new Set<string | null>();
    const spy = jest.spyOn(bus, 'execute').mockImplementation((command) => {
      // Simulates a process that is killed after each step, before the step is recorded.
      if (command instanceof RecordErasureStep && !killedAfter.has(command.step)) {
        killedAfter.add(command.step);
        return Promise.reject(new Error('killed'));
      }
      return execute(command);
    });
    try {
      for (let kills = 0; kills < 9; kills += 1) {
        await expect(shop.workers.get(EraseAccountJob).run({ deletionId }, context())).rejects.toThrow('killed');
      }
      await shop.workers.get(EraseAccountJob).run({ deletionId }, context());
    } finally {
      spy.mockRestore();
    }
    const erased = await shop.sql.row('select from deletions where id = $1 and erased_at is not null', [deletionId]);
    expect(erased).not.toBeNull();
    const traces = (await foundInDatabase(shop, [person.email, 'zeisig_r', 'Atelier Zeisig'])).sort();
    expect(traces).toEqual(['invoices.buyer_email', 'withdrawals.email', 'withdrawals.email_key']);
  }, 90_000);

  it('makes the shop refund a payment that succeeds later, without a copy or a mail', async () => {
    const person = await aBuyer(shop);
    const { client_secret: secret, purchase_id: purchaseId } = (await startPayment(shop, person, paidPattern)).body
      .data;
    await erase(person);
    const before = (await shop.mails()).length;
    const errors = jest.spyOn(Logger.prototype, 'error');
    await confirmCard(shop, secret);
    await until('the payment is refunded', () =>
      shop.sql.row(`select from purchases where id = $1 and status = 'refunded'`, [purchaseId]),
    );
    await shop.settles();
    expect(
      await shop.sql.row(`select status, buyer_id, buyer_email from purchases where id = $1`, [purchaseId]),
    ).toEqual({
      status: 'refunded',
      buyer_id: person.id,
      buyer_email: `erased-${person.id}@erased.invalid`,
    });
    expect(await shop.sql.rows('select from copies where purchase_id = $1', [purchaseId])).toEqual([]);
    expect((await shop.mails()).length).toBe(before);
    const payment = shop.stripe.control.payments().find(({ metadata }) => metadata.purchase_id === purchaseId)!;
    const refunds = shop.stripe.control.refunds().filter(({ payment_intent: id }) => id === payment.id);
    expect(refunds).toMatchObject([{ amount: payment.amount, status: 'succeeded' }]);
    expect(errors).toHaveBeenCalledWith({ purchaseId }, expect.stringContaining('needs a person'));
    errors.mockRestore();
  });
});

it('a request for deletion cancels a running export: the archive that the worker stores afterwards is deleted', async () => {
  const person = await aBuyer(shop);
  const requestId = await requestExport(shop, person);
  await shop.settles();
  await shop.sql.rows(`update export_requests set state = 'running', ready_at = null where id = $1`, [requestId]);
  const bus = shop.workers.get(CommandBus);
  const execute = bus.execute.bind(bus);
  const spy = jest.spyOn(bus, 'execute').mockImplementation(async (command) => {
    if (command instanceof RecordExportReady) {
      await as(shop, person).post('/api/gdpr/delete', { password: PASSWORD }).expect(202);
    }
    return execute(command);
  });
  await shop.workers
    .get(BuildExport)
    .run({ requestId }, context())
    .finally(() => spy.mockRestore());
  expect(await statusOf(shop, person, requestId)).toMatchObject({ status: 'cancelled' });
  expect(await shop.files.head(`exports/${person.id}/${requestId}.zip`)).toBeNull();
  await shop.settles();
});

it('the job purge-abandoned-orders anonymises the address of a guest 90 days after an unpaid order was cancelled', async () => {
  const [early, late] = [await orderAsGuest('gast1@example.com'), await orderAsGuest('gast2@example.com')];
  await cancelOrder(early, '91 days');
  await cancelOrder(late, '89 days');
  await shop.workers.get(JobRunner).run({ name: 'purge-abandoned-orders', data: {} });
  const emails = await shop.sql.rows(
    'select buyer_email as email, buyer_email_key as key from purchases where id = any ($1::uuid[]) order by cancelled_at',
    [[early, late]],
  );
  const erased = `erased-${early}@erased.invalid`;
  expect(emails).toEqual([
    { email: erased, key: erased },
    { email: 'gast2@example.com', key: 'gast2@example.com' },
  ]);
});
