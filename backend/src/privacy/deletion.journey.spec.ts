import { JobRunner } from '#workers/runtime/job-runner.js';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'supertest';
import { CloseAccount } from '#backend/accounts/commands/close-account.js';
import { CardPayments } from '#backend/purchases/payments/card-payments.js';
import { aBuyer, aPattern, type TestBuyer } from '../../test/support/builders.js';
import { requestExport, statusOf } from '../../test/support/export.js';
import { type OpenShop, openShop } from '../../test/support/open-shop.js';
import { as, confirmCard, startPayment } from '../../test/support/pay.js';
import { until } from '../../test/support/settles.js';

const PASSWORD = 'Nadel-und-Faden-7';
let shop: OpenShop;

beforeAll(async () => {
  shop = await openShop({ workers: true });
});
afterAll(() => shop.close());

const requestDeletion = (person: TestBuyer, body: object = {}) => as(shop, person).post('/api/gdpr/delete', body);
const fetchState = async (person: TestBuyer) => (await as(shop, person).get('/api/gdpr/delete').expect(200)).body.data;
const signIn = async ({ email }: TestBuyer): Promise<{ accessToken: string; refreshToken: string }> =>
  (await shop.http.post('/api/auth/login').send({ email, password: PASSWORD }).expect(200)).body.data;
const makeAdmin = (person: TestBuyer) => shop.sql.rows(`update users set role = 'admin' where id = $1`, [person.id]);

/** @returns the tokens of all links to `page` in mails to a person */
async function findMailedTokens(page: string, { email }: TestBuyer): Promise<string[]> {
  await shop.settles();
  const mails = (await shop.mails()).filter((mail) => JSON.stringify(mail.to).includes(email));
  const links = mails.map(
    (mail) => new RegExp(`/delete-account/${page}\\?token=([\\w-]{43})`).exec(mail.text ?? '')?.[1],
  );
  return links.filter((token) => token !== undefined);
}
const statusAndCode = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

describe('the deletion of an account', () => {
  it('is refused with a wrong password', async () => {
    const person = await aBuyer(shop);
    const response = await requestDeletion(person, { password: 'wrong' });
    expect(statusAndCode(response)).toEqual([400, 'WRONG_PASSWORD']);
    expect(response.body.error.details[0].field).toBe('password');
    expect(await fetchState(person)).toEqual({ state: 'none', erasesAt: null });
  });

  it('can be undone for seven days, and revokes all sessions except the current one', async () => {
    const person = await aBuyer(shop);
    const otherSession = await signIn(person);
    const { body } = await requestDeletion(person, { password: PASSWORD }).expect(202);
    expect(body.data).toMatchObject({ state: 'requested', confirmation: 'none' });
    expect((Date.parse(body.data.erasesAt) - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
    expect((await requestDeletion(person, { password: PASSWORD }).expect(202)).body.data).toEqual(body.data);
    await shop.settles();
    expect(await fetchState(person)).toEqual({ state: 'requested', erasesAt: body.data.erasesAt });
    await as(shop, { token: otherSession.accessToken }).get('/api/auth/profile').expect(401);
    await shop.http.post('/api/auth/refresh').send({ refresh_token: otherSession.refreshToken }).expect(401);
    const newSession = await signIn(person);
    await shop.settles();
    await as(shop, { token: newSession.accessToken }).get('/api/auth/profile').expect(200);
  });

  it('can be undone with the link of the mail, without signing in', async () => {
    const person = await aBuyer(shop);
    await requestDeletion(person, { password: PASSWORD }).expect(202);
    const [token] = await findMailedTokens('undo', person);
    for (let clicks = 0; clicks < 2; clicks += 1)
      await shop.http.post('/api/gdpr/delete/undo').send({ token }).expect(200);
    expect(await fetchState(person)).toEqual({ state: 'none', erasesAt: null });
    const entries = (await as(shop, person).get('/api/gdpr/audit-log')).body.data.entries;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'privacy.deletion-undone',
      'privacy.deletion-requested',
    ]);
    for (const body of [{}, { token: '' }, { token: 7 }])
      expect(statusAndCode(await shop.http.post('/api/gdpr/delete/undo').send(body))).toEqual([
        400,
        'VALIDATION_FAILED',
      ]);
    expect(statusAndCode(await shop.http.post('/api/gdpr/delete/undo').send({ token: `${token}x` }))).toEqual([
      400,
      'TOKEN_INVALID',
    ]);
  });

  it('must be confirmed with the link of a mail when no password is given', async () => {
    const person = await aBuyer(shop);
    expect((await requestDeletion(person).expect(202)).body.data).toEqual({
      state: 'none',
      confirmation: 'mail',
      erasesAt: null,
    });
    await requestDeletion(person).expect(202);
    expect(await fetchState(person)).toMatchObject({ state: 'none' });
    const tokens = await findMailedTokens('confirm', person);
    expect(tokens).toHaveLength(1);
    const confirm = () => as(shop, person).post('/api/gdpr/delete/confirm', { token: tokens[0] });
    const confirmed = (await confirm().expect(200)).body.data;
    expect((await confirm().expect(200)).body.data).toEqual(confirmed);
    expect(await fetchState(person)).toEqual(confirmed);
    expect(await findMailedTokens('undo', person)).toHaveLength(1);
    await as(shop, person).post('/api/gdpr/delete/undo', {}).expect(200);
    expect(await fetchState(person)).toMatchObject({ state: 'none' });
    expect(statusAndCode(await confirm())).toEqual([400, 'TOKEN_INVALID']);
  });

  it('cannot be confirmed with an expired link or with the undo link', async () => {
    const person = await aBuyer(shop);
    await requestDeletion(person).expect(202);
    const [token] = await findMailedTokens('confirm', person);
    await shop.sql.rows(`update deletions set confirm_by = now() where user_id = $1`, [person.id]);
    const confirm = (body: object) => shop.http.post('/api/gdpr/delete/confirm').send(body);
    expect(statusAndCode(await confirm({ token }))).toEqual([400, 'TOKEN_EXPIRED']);
    await requestDeletion(person, { password: PASSWORD }).expect(202);
    const [undo] = await findMailedTokens('undo', person);
    await as(shop, person).post('/api/gdpr/delete/undo', {}).expect(200);
    expect(statusAndCode(await confirm({ token: undo }))).toEqual([400, 'TOKEN_INVALID']);
    expect(statusAndCode(await confirm({}))).toEqual([400, 'VALIDATION_FAILED']);
    expect(await fetchState(person)).toMatchObject({ state: 'none' });
  });

  it('is refused for the last administrator, and for one of the last two who request it concurrently', async () => {
    const [first, second] = [await aBuyer(shop), await aBuyer(shop)];
    await makeAdmin(first);
    expect(statusAndCode(await requestDeletion(first, { password: PASSWORD }))).toEqual([409, 'LAST_ADMIN']);
    await makeAdmin(second);
    const responses = await Promise.all([first, second].map((admin) => requestDeletion(admin, { password: PASSWORD })));
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409]);
    await shop.sql.rows(`update users set role = 'user'`);
  });

  it('cancels an archive that is being built; the user can request a new one', async () => {
    const person = await aBuyer(shop);
    const requestId = await requestExport(shop, person);
    await shop.settles();
    await shop.sql.rows(`update export_requests set state = 'running', ready_at = null where id = $1`, [requestId]);
    await requestDeletion(person, { password: PASSWORD }).expect(202);
    expect(await statusOf(shop, person, requestId)).toMatchObject({ status: 'cancelled', downloadUrl: null });
    expect(await requestExport(shop, person)).not.toBe(requestId);
    await shop.settles();
  });
});

/** Makes the requested deletion of an account due at once, and waits for the erasure. */
async function erase(person: TestBuyer): Promise<void> {
  await shop.sql.rows(`update deletions set erase_at = now() - interval '1 second' where user_id = $1`, [person.id]);
  await shop.workers.get(JobRunner).run({ name: 'start-erasures', data: {} });
  await until('the account is erased', () =>
    shop.sql.row('select from deletions where user_id = $1 and erased_at is not null', [person.id]),
  );
  await shop.settles();
}

describe('a purchase between the request for a deletion and the erasure', () => {
  let freePattern: string;
  let paidPattern: string;
  beforeAll(async () => {
    freePattern = await aPattern().costing(0).in(shop);
    paidPattern = await aPattern().in(shop);
    await shop.settles();
  });
  const order = (who: TestBuyer | null, buyer_email: string) => startPayment(shop, who, freePattern, { buyer_email });
  const fetchPurchases = async (person: TestBuyer) =>
    (await as(shop, person).get('/api/users/purchases').expect(200)).body.data.purchases;

  it('is refused for the account until the deletion is undone', async () => {
    const person = await aBuyer(shop);
    await requestDeletion(person, { password: PASSWORD }).expect(202);
    expect(statusAndCode(await order(person, person.email))).toEqual([409, 'DELETION_PENDING']);
    expect(await fetchPurchases(person)).toEqual([]);
    await as(shop, person).post('/api/gdpr/delete/undo', {}).expect(200);
    await order(person, person.email).expect(201);
    expect(await fetchPurchases(person)).toHaveLength(1);
  });

  it('made as a guest with the same address is claimed when the deletion is undone', async () => {
    const person = await aBuyer(shop);
    await shop.sql.rows('update users set mailbox_proven_at = now() where id = $1', [person.id]);
    await requestDeletion(person, { password: PASSWORD }).expect(202);
    const { body } = await order(null, person.email).expect(201);
    await shop.settles();
    expect(await fetchPurchases(person)).toEqual([]);
    await as(shop, person).post('/api/gdpr/delete/undo', {}).expect(200);
    await shop.settles();
    expect(await fetchPurchases(person)).toMatchObject([{ id: body.data.purchase_id }]);
  });

  it('made as a guest with the same address keeps the address when the account is erased, unlike an earlier purchase', async () => {
    const email = 'bleibt@example.com';
    const { client_secret: secret, purchase_id: before } = (
      await startPayment(shop, null, paidPattern, { buyer_email: email }).expect(201)
    ).body.data;
    await confirmCard(shop, secret);
    await until('the invoice exists', () => shop.sql.row('select from invoices where purchase_id = $1', [before]));
    await shop.settles();
    const person = await aBuyer(shop, email);
    await shop.sql.rows('update users set mailbox_proven_at = now() where id = $1', [person.id]);
    await requestDeletion(person, { password: PASSWORD }).expect(202);
    const later = (await order(null, email).expect(201)).body.data.purchase_id;
    await shop.settles();
    await erase(person);
    const rows = await shop.sql.rows(`select id, buyer_email as email from purchases where id = any($1) order by id`, [
      [before, later],
    ]);
    expect(rows).toEqual([
      { id: before, email: `erased-${person.id}@erased.invalid` },
      { id: later, email },
    ]);
    const lastMail = (await shop.mails()).findLast(({ to }) => JSON.stringify(to).includes(email));
    expect(lastMail!.text).toContain('Nur deine Rechnungen bewahren wir noch bis zum 31. Dezember');
  });
});

describe('an order that is placed while the account is being erased', () => {
  let freePattern: string;
  let person: TestBuyer;
  beforeEach(async () => {
    freePattern = await aPattern().costing(0).in(shop);
    person = await aBuyer(shop);
    await shop.settles();
  });
  const findOrders = ({ id }: TestBuyer) =>
    shop.sql.rows('select buyer_email as email from purchases where buyer_id = $1', [id]);
  const waitForLockedQuery = (query: string) =>
    until(`this query waits for a lock: ${query}`, () =>
      shop.sql.row(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ $1`,
        [query],
      ),
    );

  /** Runs `work` while another connection holds the lock that `statement` takes. */
  async function whileLocked(statement: string, work: () => Promise<void>): Promise<void> {
    const client = await shop.sql.pool.connect();
    try {
      await client.query(`begin; ${statement}`);
      await work();
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  it('is refused with 401 when the account is closed first', async () => {
    let ordering: Promise<Response> | undefined;
    await whileLocked(
      `select pg_advisory_xact_lock(hashtextextended('purchase ${person.id} ${freePattern}', 0))`,
      async () => {
        ordering = startPayment(shop, person, freePattern).then((response) => response);
        await waitForLockedQuery('pg_advisory_xact_lock');
        await requestDeletion(person, { password: PASSWORD }).expect(202);
        await erase(person);
      },
    );
    expect(statusAndCode(await ordering!)).toEqual([401, 'UNAUTHENTICATED']);
    expect(await findOrders(person)).toEqual([]);
  });

  it('delays the closing of the account until the order is inserted', async () => {
    let ordering: Promise<Response> | undefined;
    let closing: Promise<boolean> | undefined;
    await whileLocked('lock table purchases in share mode', async () => {
      ordering = startPayment(shop, person, freePattern).then((response) => response);
      await waitForLockedQuery('^insert into "purchases"');
      closing = shop.workers.get(CommandBus).execute(new CloseAccount(person.id));
      await waitForLockedQuery('"users".*for update');
    });
    expect(await closing).toBe(true);
    expect((await ordering!).status).toBe(201);
    expect(await findOrders(person)).toEqual([{ email: person.email }]);
    await shop.settles();
  });

  it('does not restore the address of the erased account', async () => {
    const paidPattern = await aPattern().in(shop);
    await startPayment(shop, person, paidPattern).expect(201);
    const cards = shop.api.get(CardPayments, { strict: false });
    const updateMetadata = cards.updateMetadata.bind(cards);
    const spy = jest.spyOn(cards, 'updateMetadata').mockImplementation(async (...args) => {
      await requestDeletion(person, { password: PASSWORD }).expect(202);
      await erase(person);
      return updateMetadata(...args);
    });
    await startPayment(shop, person, paidPattern, { locale: 'en' }).expect(201);
    expect(spy).toHaveBeenCalledTimes(1);
    spy.mockRestore();
    expect(await findOrders(person)).toEqual([{ email: `erased-${person.id}@erased.invalid` }]);
  });
});
