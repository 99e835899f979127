import { hashSync } from '@node-rs/argon2';
import { type OpenShop, openShop } from '../../../test/support/open-shop.js';
import { until } from '../../../test/support/settles.js';
import type { SessionAnswer } from '../accounts.contract.js';

const email = 'dora@example.com';
const password = 'Kreuzstich7';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
  await shop.http.post('/api/auth/register').send({ email, password, username: 'dora' }).expect(201);
});
afterAll(() => shop.close());

const login = (form: object = {}) => shop.http.post('/api/auth/login').send({ email, password, ...form });
const signIn = async (): Promise<SessionAnswer> => (await login().expect(200)).body.data;
const refresh = (refresh_token: unknown) => shop.http.post('/api/auth/refresh').send({ refresh_token });
const getProfile = (authorization: string) => shop.http.get('/api/auth/profile').set('authorization', authorization);
const readClaims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
const countLockWaits = async () =>
  (await shop.sql.row<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  ))!.count;
/** Moves the times at which the refresh tokens of a session were used into the past. */
const backdateUse = (seconds: number, sessionId: string) =>
  shop.sql.rows(`update refresh_tokens set used_at = used_at - $1 * interval '1 second' where session_id = $2`, [
    seconds,
    sessionId,
  ]);

describe('sign-in', () => {
  it('accepts the address in upper or lower case', async () => {
    const answer = await login({ email: ' DORA@Example.com' }).expect(200);

    expect(answer.body.data.user.username).toBe('dora');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('returns the same response for a wrong password and an unknown address', async () => {
    const wrong = await login({ password: 'Kreuzstich8' }).expect(401);
    const unknown = await login({ email: 'unknown@example.com' }).expect(401);

    expect(wrong.body).toMatchObject({ code: 'INVALID_CREDENTIALS', message: 'Invalid email or password' });
    expect(unknown.text).toBe(wrong.text);
  });

  it.each([[{ password: 12345678 }], [{ email: { $ne: null } }], [{ password: '' }]])(
    'refuses the form %j',
    async (form) => {
      expect((await login(form)).body.code).toBe('VALIDATION_FAILED');
    },
  );

  it('rehashes the password when its hash is weaker than the current policy', async () => {
    const weak = hashSync(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await shop.sql.rows('update users set password_hash = $1', [weak]);

    await login().expect(200);
    const stored = await shop.sql.row<{ password_hash: string }>('select password_hash from users');
    expect(stored!.password_hash).toMatch(/m=19456,t=2,p=1/);
    await login().expect(200);
  });
});

describe('refresh', () => {
  it('exchanges a refresh token for a new access token and a new refresh token', async () => {
    const first = await signIn();
    const second = (await refresh(first.refreshToken).expect(200)).body.data;
    const third = (await refresh(second.refreshToken).expect(200)).body.data;

    expect(new Set([first, second, third].map((session) => session.refreshToken)).size).toBe(3);
    await getProfile(`Bearer ${third.accessToken}`).expect(200);
    expect(third.user.email).toBe(email);
  });

  it('returns the same successor to fifty concurrent requests', async () => {
    const { refreshToken, accessToken } = await signIn();
    const { sid } = readClaims(accessToken);
    // The test holds a lock until requests wait, so that they run concurrently.
    const requests = await shop.sql.ownTransaction(async (client) => {
      await client.query('select from sessions where id = $1 for update', [sid]);
      const sent = Array.from({ length: 50 }, async () => refresh(refreshToken));
      await until('five requests wait for the session', async () => (await countLockWaits()) >= 5);
      return sent;
    });
    const answers = await Promise.all(requests);

    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.data.refreshToken)).size).toBe(1);
    expect(await shop.sql.rows('select from refresh_tokens where session_id = $1', [sid])).toHaveLength(2);
  });

  it('from a new network does not block a command that ends the sessions of the account', async () => {
    const { refreshToken, user } = await signIn();
    const requests = await shop.sql.ownTransaction(async (client) => {
      // Takes the locks in the order of a suspension: the account first, then its sessions.
      await client.query('select from users where id = $1 for update', [user.id]);
      const sent = refresh(refreshToken)
        .set('x-forwarded-for', '203.0.113.9')
        .then((answer) => answer);
      await until('the refresh waits for the account', async () => (await countLockWaits()) >= 1);
      await client.query(`set local lock_timeout = '300ms'`);
      await client.query(
        `update sessions set revoked_at = now(), revoked_reason = 'ended-by-admin' where user_id = $1`,
        [user.id],
      );
      return [sent];
    });

    expect((await requests[0]!).status).toBe(401);
  });

  it('accepts the first token again after two refreshes within the grace period', async () => {
    const { refreshToken } = await signIn();
    const second = (await refresh(refreshToken)).body.data.refreshToken;
    const third = (await refresh(second)).body.data.refreshToken;

    expect((await refresh(refreshToken).expect(200)).body.data.refreshToken).toBe(third);
  });

  it('ends the session when a used token is sent again after the grace period', async () => {
    const { refreshToken, accessToken } = await signIn();
    const successor = (await refresh(refreshToken)).body.data;
    const { sid } = readClaims(accessToken);
    await backdateUse(25, sid);
    await refresh(refreshToken).expect(200);
    await backdateUse(10, sid);

    expect((await refresh(refreshToken).expect(401)).body.code).toBe('INVALID_REFRESH_TOKEN');
    await refresh(successor.refreshToken).expect(401);
    await getProfile(`Bearer ${successor.accessToken}`).expect(401);
    const session = await shop.sql.row<{ revoked_reason: string }>(
      'select revoked_reason from sessions where id = $1',
      [sid],
    );
    expect(session!.revoked_reason).toBe('refresh-reuse');
    const log = await shop.sql.rows('select actor_id, details from audit_entries where action = $1', [
      'accounts.session-reused',
    ]);
    expect(log).toEqual([{ actor_id: null, details: { sessionId: sid } }]);
  });

  it('ends only the session of the reused token, and no other session of the account', async () => {
    const [stolen, other] = [await signIn(), await signIn()];
    await refresh(stolen.refreshToken);
    await backdateUse(60, readClaims(stolen.accessToken).sid);
    await refresh(stolen.refreshToken).expect(401);

    expect((await refresh(other.refreshToken)).status).toBe(200);
  });

  it('is possible for thirty days after the last refresh, but at most for ninety days after the sign-in', async () => {
    const { refreshToken, accessToken } = await signIn();
    const { sid } = readClaims(accessToken);
    const getRemainingDays = async () =>
      (await shop.sql.row<{ idle: number; total: number }>(
        `select round(extract(epoch from t.expires_at - now()) / 86400)::int as idle,
                round(extract(epoch from s.expires_at - now()) / 86400)::int as total
           from sessions s join refresh_tokens t on t.session_id = s.id
          where s.id = $1 order by t.seq desc limit 1`,
        [sid],
      ))!;
    expect(await getRemainingDays()).toEqual({ idle: 30, total: 90 });

    await shop.sql.rows(`update sessions set expires_at = now() + interval '5 days' where id = $1`, [sid]);
    const { refreshToken: last } = (await refresh(refreshToken).expect(200)).body.data;
    expect(await getRemainingDays()).toEqual({ idle: 5, total: 5 });

    await shop.sql.rows(`update refresh_tokens set expires_at = now() - interval '1 second' where session_id = $1`, [
      sid,
    ]);
    await refresh(last).expect(401);
  });

  it.each([
    [undefined],
    [null],
    [''],
    [42],
    [['x']],
    [{ $gt: '' }],
    ['x'.repeat(43)],
    ['x'.repeat(20_000)],
    ["' or 1=1 --"],
  ])('refuses the token %j with 401', async (token) => {
    expect((await refresh(token).expect(401)).body.code).toBe('INVALID_REFRESH_TOKEN');
  });

  it('stores no token in the database', async () => {
    const { refreshToken } = await signIn();
    const rows = await shop.sql.rows('select * from refresh_tokens, sessions');

    expect(JSON.stringify(rows)).not.toContain(refreshToken);
  });
});

describe('sign-out', () => {
  it('immediately ends the session and its tokens, but no other session', async () => {
    const [ended, kept] = [await signIn(), await signIn()];
    await shop.http.post('/api/auth/logout').set('authorization', `Bearer ${ended.accessToken}`).expect(200);

    expect((await getProfile(`Bearer ${ended.accessToken}`)).status).toBe(401);
    expect((await refresh(ended.refreshToken)).status).toBe(401);
    expect((await getProfile(`Bearer ${kept.accessToken}`)).status).toBe(200);
  });

  it('requires an access token', async () => {
    const answer = await shop.http.post('/api/auth/logout').expect(401);

    expect(answer.body.code).toBe('UNAUTHENTICATED');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });
});
