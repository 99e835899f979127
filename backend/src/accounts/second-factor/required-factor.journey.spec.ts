import { as, enrolled, allowCodeReuse } from '../../../test/support/authenticator.js';
import { aBuyer, PASSWORD, type TestBuyer } from '../../../test/support/builders.js';
import { type OpenShop, openShop } from '../../../test/support/open-shop.js';

// Review point 17: second factor of moderators and administrators.

let shop: OpenShop;
let admin: TestBuyer;
let moderator: TestBuyer;

beforeAll(async () => {
  shop = await openShop({ env: { SECOND_FACTOR_REQUIRED: 'on' } });
  [admin, moderator] = [await aBuyer(shop), await aBuyer(shop)];
  await become(admin, 'admin');
  await become(moderator, 'moderator');
});
afterAll(() => shop.close());

const become = ({ id }: TestBuyer, role: string) =>
  shop.sql.rows('update users set role = $2 where id = $1', [id, role]);
const call = async (path: string, { token }: { token: string }) => {
  const { status, body } = await shop.http.get(path).set(as({ token }));
  return [status, body.code ?? 'in'];
};
const board = () => shop.http.get('/api/admin/queues').redirects(1);

describe('where a second factor is required', () => {
  it('administrators and moderators without one can use only their own account', async () => {
    expect(await call('/api/admin/users', admin)).toEqual([403, 'SECOND_FACTOR_MISSING']);
    expect(await call('/api/moderation/reports', admin)).toEqual([403, 'SECOND_FACTOR_MISSING']);
    expect(await call('/api/moderation/reports', moderator)).toEqual([403, 'SECOND_FACTOR_MISSING']);
    expect(await call('/api/admin/users', moderator)).toEqual([403, 'FORBIDDEN']);
    expect(await call('/api/auth/profile', admin)).toEqual([200, 'in']);
    const state = await shop.http.get('/api/auth/second-factor').set(as(admin)).expect(200);
    expect(state.body.data).toMatchObject({ required: true, enabled: false });
  });

  it('buyers and designers need none', async () => {
    const buyer = await aBuyer(shop);
    const state = await shop.http.get('/api/auth/second-factor').set(as(buyer)).expect(200);
    expect(state.body.data.required).toBe(false);
    expect(await call('/api/admin/users', buyer)).toEqual([403, 'FORBIDDEN']);
  });

  it('the queue dashboard opens to a session with a second factor until the session ends', async () => {
    await shop.http.post('/api/admin/queue-session').set(as(admin)).expect(403);
    const { app } = await enrolled(shop, admin);
    expect(await call('/api/admin/users', admin)).toEqual([200, 'in']);

    await allowCodeReuse(shop, admin);
    const first = await shop.http.post('/api/auth/login').send({ email: admin.email, password: PASSWORD }).expect(403);
    const { challenge } = first.body.error;
    const second = await shop.http.post('/api/auth/login/second-factor').send({ challenge, code: app.code() });
    const session = { token: second.body.data.accessToken as string };
    const opened = await shop.http.post('/api/admin/queue-session').set(as(session)).expect(200);
    const cookie = opened.headers['set-cookie']![0]!;
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict$/);
    const pass = cookie.split(';')[0]!;
    const { status, headers } = await board().set('cookie', pass);
    expect([status, headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining("; script-src 'self';"),
    ]);
    expect(
      (
        await board().set(
          'cookie',
          pass.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')),
        )
      ).status,
    ).toBe(401);
    expect((await board().set('cookie', pass.replace(/\.\d+\./, '.9999999999.'))).status).toBe(401);
    await shop.http.post('/api/auth/logout').set(as(session)).expect(200);
    expect((await board().set('cookie', pass)).status).toBe(401);
  });

  it('an administrator who switches it off loses only the endpoints for staff', async () => {
    const helper = await aBuyer(shop);
    await become(helper, 'admin');
    const { recoveryCodes } = await enrolled(shop, helper);
    expect(await call('/api/admin/users', helper)).toEqual([200, 'in']);
    const proof = { password: PASSWORD, code: recoveryCodes[0] };
    await shop.http.post('/api/auth/second-factor/remove').set(as(helper)).send(proof).expect(200);
    expect(await call('/api/admin/users', helper)).toEqual([403, 'SECOND_FACTOR_MISSING']);
    expect(await call('/api/auth/profile', helper)).toEqual([200, 'in']);
  });
});

describe('guessing codes', () => {
  it('is limited at the IP address of the guesses only, and a right password does not count as a failure', async () => {
    const strict = await openShop({ env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const owner = await aBuyer(strict);
      const { app } = await enrolled(strict, owner);
      await allowCodeReuse(strict, owner);
      const post = (path: string, place: string, body: object) =>
        strict.http.post(path).set('x-forwarded-for', place).send(body);
      const challengeAt = async (place: string) => {
        const answer = await post('/api/auth/login', place, { email: owner.email, password: PASSWORD }).expect(403);
        return answer.body.error.challenge as string;
      };
      const step = (place: string, challenge: string, code: string) =>
        post('/api/auth/login/second-factor', place, { challenge, code });
      const [thief, home] = ['198.51.100.7', '203.0.113.9'];
      for (let times = 0; times < 7; times += 1) await challengeAt(thief);
      const refused: string[] = [];
      for (let times = 0; times < 6; times += 1) {
        refused.push((await step(thief, await challengeAt(thief), '000000')).body.code);
      }
      expect(refused).toEqual([...Array(5).fill('INVALID_SECOND_FACTOR'), 'TOO_MANY_REQUESTS']);
      await step(home, await challengeAt(home), app.code()).expect(200);
    } finally {
      await strict.close();
    }
  });
});

describe('where none is required', () => {
  it('the queue dashboard opens to the session of an administrator until the role is removed', async () => {
    const relaxed = await openShop();
    try {
      const chief = await aBuyer(relaxed);
      const set = (change: string) => relaxed.sql.rows(`update users set ${change} where id = $1`, [chief.id]);
      const open = () => relaxed.http.post('/api/admin/queue-session').set(as(chief));
      await open().expect(403);
      await set(`role = 'admin'`);
      const pass = (await open().expect(200)).headers['set-cookie']![0]!.split(';')[0]!;
      const look = async () => (await relaxed.http.get('/api/admin/queues').redirects(1).set('cookie', pass)).status;
      expect(await look()).toBe(200);
      await set(`role = 'moderator'`);
      expect(await look()).toBe(401);
      await set(`role = 'admin', suspended_at = now()`);
      expect(await look()).toBe(401);
      await set(`suspended_at = null`);
      expect(await look()).toBe(200);
      await set('closed_at = now()');
      expect(await look()).toBe(401);
    } finally {
      await relaxed.close();
    }
  });
});
