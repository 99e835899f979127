import { CommandBus } from '@nestjs/cqrs';
import { hashSync } from '@node-rs/argon2';
import { randomUUID } from 'node:crypto';
import { as, Authenticator, enrolled, allowCodeReuse } from '../../../test/support/authenticator.js';
import { aBuyer, PASSWORD, type TestBuyer } from '../../../test/support/builders.js';
import { unusedIp } from '../../../test/support/exhaust-rate-limit.js';
import { type OpenShop, openShop } from '../../../test/support/open-shop.js';
import { until } from '../../../test/support/settles.js';
import { PurgeEndedAccess } from '../sessions/commands/purge-ended-access.js';
import { encryptSecret, decryptSecret } from './secret-box.js';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const login = (email: string, password = PASSWORD) => shop.http.post('/api/auth/login').send({ email, password });
const sendCode = (challenge: unknown, code: unknown) =>
  shop.http.post('/api/auth/login/second-factor').send({ challenge, code });
const startSignIn = async ({ email }: TestBuyer): Promise<string> =>
  (await login(email).expect(403)).body.error.challenge;
const getState = async (person: TestBuyer) =>
  (await shop.http.get('/api/auth/second-factor').set(as(person)).expect(200)).body.data;
const post = (person: TestBuyer, action: string, body: object) =>
  shop.http.post(`/api/auth/second-factor/${action}`).set(as(person)).send(body);
const findAuditActions = async ({ id }: TestBuyer) =>
  (
    await shop.sql.rows<{ action: string }>('select action from audit_entries where user_id = $1 order by id', [id])
  ).map(({ action }) => action);
/** @returns the number of statements that wait for a lock */
const countLockWaits = async () =>
  (await shop.sql.row<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  ))!.count;

describe('activation of a second factor', () => {
  it('requires the password and a code, returns ten recovery codes, and ends the other sessions', async () => {
    const person = await aBuyer(shop);
    const otherToken = (await login(person.email).expect(200)).body.data.accessToken as string;
    expect(await getState(person)).toEqual({
      enabled: false,
      enabled_at: null,
      recovery_codes_left: 0,
      required: false,
    });
    const setUp = await post(person, 'setup', { password: PASSWORD }).expect(200);
    const { secret, address, qr_svg } = setUp.body.data;
    expect(setUp.headers['cache-control']).toBe('no-store');
    expect(address).toContain(`secret=${secret}`);
    expect(qr_svg).toMatch(/^<svg/);
    // The second factor is not active until a code confirms it.
    await login(person.email).expect(200);

    const confirmed = await post(person, 'confirm', { code: new Authenticator(secret).code() }).expect(200);
    expect(new Set(confirmed.body.data.recovery_codes).size).toBe(10);
    expect(confirmed.body.data.recovery_codes[0]).toMatch(/^(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
    expect(await getState(person)).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    await shop.http
      .get('/api/auth/profile')
      .set(as({ token: otherToken }))
      .expect(401);
    expect(await findAuditActions(person)).toContain('accounts.second-factor-on');
  });

  it('refuses a wrong password, a wrong code, and a second activation', async () => {
    const person = await aBuyer(shop);
    const wrong = await post(person, 'setup', { password: 'Kreuzstich8' }).expect(400);
    expect([wrong.body.code, wrong.body.error.details[0].field]).toEqual(['WRONG_PASSWORD', 'password']);
    expect((await post(person, 'confirm', { code: '123456' }).expect(409)).body.code).toBe('SECOND_FACTOR_EXPIRED');
    await post(person, 'setup', { password: PASSWORD }).expect(200);
    expect((await post(person, 'confirm', { code: '000000' }).expect(400)).body.code).toBe('INVALID_SECOND_FACTOR');
    expect((await getState(person)).enabled).toBe(false);
    await enrolled(shop, person);
    expect((await post(person, 'setup', { password: PASSWORD }).expect(409)).body.code).toBe('SECOND_FACTOR_ON');
  });

  it('ends the set-up after ten wrong codes, from any networks', async () => {
    const person = await aBuyer(shop);
    const { secret } = (await post(person, 'setup', { password: PASSWORD }).expect(200)).body.data;
    const confirm = (code: string) => post(person, 'confirm', { code }).set('x-forwarded-for', unusedIp());
    for (let times = 0; times < 10; times += 1) await confirm('000000').expect(400);
    const refused = await confirm(new Authenticator(secret).code()).expect(409);
    expect(refused.body.code).toBe('SECOND_FACTOR_EXPIRED');
    // The user starts the set-up again, and its wrong codes do not count for the pause of the active second factor.
    await enrolled(shop, person);
    const [row] = await shop.sql.rows('select wrong_codes from second_factors where user_id = $1', [person.id]);
    expect(row).toEqual({ wrong_codes: 0 });
  });

  it('stores the secret encrypted for its account, and the recovery codes hashed', async () => {
    const person = await aBuyer(shop);
    const { app, recoveryCodes } = await enrolled(shop, person);
    const row = await shop.sql.row<{ secret: string }>('select secret from second_factors where user_id = $1', [
      person.id,
    ]);
    expect(row!.secret).not.toContain(app.secret);
    expect(decryptSecret(shop.config.tokenSecret, person.id, row!.secret)).toBe(app.secret);
    expect(decryptSecret(shop.config.tokenSecret, randomUUID(), row!.secret)).toBeNull();
    expect(decryptSecret('another shop secret, long enough too', person.id, row!.secret)).toBeNull();
    expect(encryptSecret('s', 'a', 'text')).not.toBe(encryptSecret('s', 'a', 'text'));
    const stored = await shop.sql.rows('select * from recovery_codes where user_id = $1', [person.id]);
    for (const code of recoveryCodes) expect(JSON.stringify(stored)).not.toContain(code.replaceAll('-', ''));
  });
});

describe('sign-in with a second factor', () => {
  let person: TestBuyer;
  let app: Authenticator;
  let recoveryCodes: string[];
  beforeAll(async () => {
    person = await aBuyer(shop, 'zweifach@example.com');
    ({ app, recoveryCodes } = await enrolled(shop, person));
  });
  beforeEach(() => allowCodeReuse(shop, person));

  it('requires a code after the correct password, and opens the session after the correct code', async () => {
    const first = await login(person.email).expect(403);
    expect(first.body).toMatchObject({ success: false, code: 'SECOND_FACTOR_REQUIRED' });
    expect(first.body.error).toMatchObject({ challenge: expect.stringMatching(/^[\w-]{43}$/), expires_in: 300 });
    expect(first.body.data).toBeUndefined();
    const session = (await sendCode(first.body.error.challenge, app.code()).expect(200)).body.data;
    await shop.http
      .get('/api/auth/profile')
      .set(as({ token: session.accessToken }))
      .expect(200);
    await shop.http.post('/api/auth/refresh').send({ refresh_token: session.refreshToken }).expect(200);
  });

  it('returns the same response for a wrong password as for an unknown address', async () => {
    const wrong = await login(person.email, 'Kreuzstich8').expect(401);
    const unknown = await login('niemand@example.com').expect(401);
    expect(wrong.text).toBe(unknown.text);
  });

  it('accepts a code of the next time step, but no used code, no older code and no code three steps away', async () => {
    const code = app.code();
    await sendCode(await startSignIn(person), code).expect(200);
    expect((await sendCode(await startSignIn(person), code).expect(401)).body.code).toBe('INVALID_SECOND_FACTOR');
    await allowCodeReuse(shop, person);
    await sendCode(await startSignIn(person), app.code(1)).expect(200);
    // This code is older than the accepted one.
    await sendCode(await startSignIn(person), app.code()).expect(401);
    await allowCodeReuse(shop, person);
    await sendCode(await startSignIn(person), app.code(3)).expect(401);
    await sendCode(await startSignIn(person), app.code(-3)).expect(401);
  });

  it('opens one session for two concurrent requests with the same code', async () => {
    const [first, second] = [await startSignIn(person), await startSignIn(person)];
    const code = app.code();
    const answers = await Promise.all([sendCode(first, code), sendCode(second, code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('refuses a challenge that was used, got five wrong codes or is older than five minutes', async () => {
    const used = await startSignIn(person);
    await sendCode(used, app.code()).expect(200);
    await allowCodeReuse(shop, person);
    expect((await sendCode(used, app.code()).expect(401)).body.code).toBe('CHALLENGE_EXPIRED');

    const guessed = await startSignIn(person);
    for (let times = 0; times < 5; times += 1) await sendCode(guessed, '000000').expect(401);
    expect((await sendCode(guessed, app.code()).expect(401)).body.code).toBe('CHALLENGE_EXPIRED');

    const late = await startSignIn(person);
    await shop.sql.rows(`update sign_in_challenges set expires_at = now() - interval '1 second'`);
    expect((await sendCode(late, app.code()).expect(401)).body.code).toBe('CHALLENGE_EXPIRED');
    await shop.api.get(CommandBus).execute(new PurgeEndedAccess());
    expect(await shop.sql.rows('select from sign_in_challenges')).toEqual([]);
  });

  it('accepts a recovery code once, also in lower case and with spaces instead of hyphens', async () => {
    const [code] = recoveryCodes as [string];
    await sendCode(await startSignIn(person), ` ${code.toLowerCase().replaceAll('-', ' ')}`).expect(200);
    await sendCode(await startSignIn(person), code).expect(401);
    expect(await findAuditActions(person)).toContain('accounts.second-factor-recovery-used');
  });

  it('refuses a recovery code of another account', async () => {
    const other = await aBuyer(shop);
    const codes = (await enrolled(shop, other)).recoveryCodes;
    expect((await sendCode(await startSignIn(person), codes[0])).body.code).toBe('INVALID_SECOND_FACTOR');
  });

  it.each([
    [undefined, '123456'],
    ['x', undefined],
    ['x', ['1']],
    [{}, '1'],
    ['x', ''],
    ['x', ' '],
    ['', '1'],
    [' ', '1'],
  ])('refuses the challenge %j with the code %j', async (challenge, code) => {
    expect((await sendCode(challenge, code).expect(400)).body.code).toBe('VALIDATION_FAILED');
  });

  it('does not count a blank code as a wrong code', async () => {
    const challenge = await startSignIn(person);
    for (let times = 0; times < 6; times += 1) await sendCode(challenge, ' ').expect(400);
    expect((await sendCode(challenge, app.code())).status).toBe(200);
  });
});

describe('change of a second factor', () => {
  it('requires the password and a code to renew the recovery codes and to remove the factor', async () => {
    const person = await aBuyer(shop);
    const { app, recoveryCodes } = await enrolled(shop, person);
    await allowCodeReuse(shop, person);
    const proof = { password: PASSWORD, code: app.code() };
    expect((await post(person, 'recovery-codes', { ...proof, password: 'x' }).expect(400)).body.code).toBe(
      'WRONG_PASSWORD',
    );
    for (const blank of ['', ' ']) {
      expect((await post(person, 'remove', { ...proof, code: blank }).expect(400)).body.code).toBe('VALIDATION_FAILED');
      expect((await post(person, 'remove', { ...proof, password: blank }).expect(400)).body.code).toBe(
        'VALIDATION_FAILED',
      );
    }
    expect((await post(person, 'remove', { ...proof, code: '000000' }).expect(400)).body.code).toBe(
      'INVALID_SECOND_FACTOR',
    );
    const renewed = (await post(person, 'recovery-codes', proof).expect(200)).body.data.recovery_codes as string[];
    expect(renewed).not.toEqual(expect.arrayContaining(recoveryCodes));
    await sendCode(await startSignIn(person), recoveryCodes[0]).expect(401);

    await post(person, 'remove', { password: PASSWORD, code: renewed[0] }).expect(200);
    expect((await getState(person)).enabled).toBe(false);
    await login(person.email).expect(200);
    expect((await post(person, 'remove', { password: PASSWORD, code: renewed[1] }).expect(409)).body.code).toBe(
      'SECOND_FACTOR_OFF',
    );
    expect(await findAuditActions(person)).toEqual([
      'accounts.second-factor-on',
      'accounts.second-factor-codes-renewed',
      'accounts.second-factor-recovery-used',
      'accounts.second-factor-off',
    ]);
  });

  it.each(['setup', 'recovery-codes', 'remove'])(
    'is refused when the password is changed while the request waits: %s',
    async (action) => {
      const person = await aBuyer(shop);
      const code = action === 'setup' ? undefined : (await enrolled(shop, person)).recoveryCodes[0];
      const readRows = () =>
        shop.sql.rows(
          `select f.secret, c.code_hash, c.used_at from second_factors f left join recovery_codes c using (user_id)
           where user_id = $1 order by c.code_hash`,
          [person.id],
        );
      const before = await readRows();
      // The test locks the account until the request waits. The request has checked the old password by then.
      const pending = await shop.sql.ownTransaction(async (client) => {
        await client.query('select from users where id = $1 for update', [person.id]);
        const answer = post(person, action, { password: PASSWORD, code }).then((response) => response);
        await until('the request waits for the account', async () => (await countLockWaits()) >= 1);
        const newHash = hashSync('Hexenstich-12', { memoryCost: 8192, timeCost: 1, parallelism: 1 });
        await client.query('update users set password_hash = $2 where id = $1', [person.id, newHash]);
        return [answer];
      });
      const { status, body } = await pending[0]!;
      expect([status, body.code]).toEqual([400, 'WRONG_PASSWORD']);
      expect(await readRows()).toEqual(before);
    },
  );
});
