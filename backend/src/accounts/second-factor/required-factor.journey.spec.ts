import { as, enrolled, allowCodeReuse } from '../../../test/support/authenticator.js';
import { aBuyer, PASSWORD, type TestBuyer } from '../../../test/support/builders.js';
import { type OpenShop, openShop } from '../../../test/support/open-shop.js';

let shop: OpenShop;
let admin: TestBuyer;
let moderator: TestBuyer;

beforeAll(async () => {
  shop = await openShop({ env: { SECOND_FACTOR_REQUIRED: 'on' } });
  [admin, moderator] = [await aBuyer(shop), await aBuyer(shop)];
  await assignRole(admin, 'admin');
  await assignRole(moderator, 'moderator');
});
afterAll(() => shop.close());

const assignRole = ({ id }: TestBuyer, role: string) =>
  shop.sql.rows('update users set role = $2 where id = $1', [id, role]);
const get = async (path: string, { token }: { token: string }) => {
  const { status, body } = await shop.http.get(path).set(as({ token }));
  return [status, body.code ?? 'OK'];
};
const getDashboard = () => shop.http.get('/api/admin/queues').redirects(1);

describe('in a shop that requires staff to have a second factor', () => {
  it('administrators and moderators without a second factor can use only their own account', async () => {
    expect(await get('/api/admin/users', admin)).toEqual([403, 'SECOND_FACTOR_MISSING']);
    expect(await get('/api/moderation/reports', admin)).toEqual([403, 'SECOND_FACTOR_MISSING']);
    expect(await get('/api/moderation/reports', moderator)).toEqual([403, 'SECOND_FACTOR_MISSING']);
    expect(await get('/api/admin/users', moderator)).toEqual([403, 'FORBIDDEN']);
    expect(await get('/api/auth/profile', admin)).toEqual([200, 'OK']);
    const state = await shop.http.get('/api/auth/second-factor').set(as(admin)).expect(200);
    expect(state.body.data).toMatchObject({ required: true, enabled: false });
  });

  it('buyers and designers need no second factor', async () => {
    const buyer = await aBuyer(shop);
    const state = await shop.http.get('/api/auth/second-factor').set(as(buyer)).expect(200);
    expect(state.body.data.required).toBe(false);
    expect(await get('/api/admin/users', buyer)).toEqual([403, 'FORBIDDEN']);
  });

  it('an administrator with a second factor can open the queue dashboard until the session ends', async () => {
    await shop.http.post('/api/admin/queue-session').set(as(admin)).expect(403);
    const { app } = await enrolled(shop, admin);
    expect(await get('/api/admin/users', admin)).toEqual([200, 'OK']);

    await allowCodeReuse(shop, admin);
    const first = await shop.http.post('/api/auth/login').send({ email: admin.email, password: PASSWORD }).expect(403);
    const { challenge } = first.body.error;
    const second = await shop.http.post('/api/auth/login/second-factor').send({ challenge, code: app.code() });
    const session = { token: second.body.data.accessToken as string };
    const opened = await shop.http.post('/api/admin/queue-session').set(as(session)).expect(200);
    const cookie = opened.headers['set-cookie']![0]!;
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict$/);
    const cookiePair = cookie.split(';')[0]!;
    const { status, headers } = await getDashboard().set('cookie', cookiePair);
    expect([status, headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining("; script-src 'self';"),
    ]);
    expect(
      (
        await getDashboard().set(
          'cookie',
          cookiePair.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')),
        )
      ).status,
    ).toBe(401);
    expect((await getDashboard().set('cookie', cookiePair.replace(/\.\d+\./, '.9999999999.'))).status).toBe(401);
    await shop.http.post('/api/auth/logout').set(as(session)).expect(200);
    expect((await getDashboard().set('cookie', cookiePair)).status).toBe(401);
  });

  it('an administrator who removes the second factor loses only the endpoints for staff', async () => {
    const otherAdmin = await aBuyer(shop);
    await assignRole(otherAdmin, 'admin');
    const { recoveryCodes } = await enrolled(shop, otherAdmin);
    expect(await get('/api/admin/users', otherAdmin)).toEqual([200, 'OK']);
    const proof = { password: PASSWORD, code: recoveryCodes[0] };
    await shop.http.post('/api/auth/second-factor/remove').set(as(otherAdmin)).send(proof).expect(200);
    expect(await get('/api/admin/users', otherAdmin)).toEqual([403, 'SECOND_FACTOR_MISSING']);
    expect(await get('/api/auth/profile', otherAdmin)).toEqual([200, 'OK']);
  });
});

describe('guessing of the password with a stolen session', () => {
  it('is limited per account, also from many networks', async () => {
    const strict = await openShop({ env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const owner = await aBuyer(strict);
      const codes: string[] = [];
      for (let host = 1; host <= 11; host += 1) {
        const request = strict.http.post('/api/auth/second-factor/setup').set(as(owner));
        const answer = await request.set('x-forwarded-for', `198.51.100.${host}`).send({ password: 'Kreuzstich8' });
        codes.push(answer.body.code);
      }
      expect(codes).toEqual([...Array(10).fill('WRONG_PASSWORD'), 'TOO_MANY_REQUESTS']);
    } finally {
      await strict.close();
    }
  });
});

describe('guessing of codes', () => {
  it('is limited per IP address, so the owner can sign in from another address; correct passwords are not counted', async () => {
    const strict = await openShop({ env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const owner = await aBuyer(strict);
      const { app } = await enrolled(strict, owner);
      await allowCodeReuse(strict, owner);
      const post = (path: string, ip: string, body: object) =>
        strict.http.post(path).set('x-forwarded-for', ip).send(body);
      const startSignIn = async (ip: string) => {
        const answer = await post('/api/auth/login', ip, { email: owner.email, password: PASSWORD }).expect(403);
        return answer.body.error.challenge as string;
      };
      const sendCode = (ip: string, challenge: string, code: string) =>
        post('/api/auth/login/second-factor', ip, { challenge, code });
      const [attackerIp, ownerIp] = ['198.51.100.7', '203.0.113.9'];
      for (let times = 0; times < 7; times += 1) await startSignIn(attackerIp);
      const refused: string[] = [];
      for (let times = 0; times < 6; times += 1) {
        refused.push((await sendCode(attackerIp, await startSignIn(attackerIp), '000000')).body.code);
      }
      expect(refused).toEqual([...Array(5).fill('INVALID_SECOND_FACTOR'), 'TOO_MANY_REQUESTS']);
      await sendCode(ownerIp, await startSignIn(ownerIp), app.code()).expect(200);
    } finally {
      await strict.close();
    }
  });
});

describe('in a shop that requires no second factor', () => {
  it('an administrator can open the queue dashboard unless the account loses the role, is suspended or is closed', async () => {
    const relaxed = await openShop();
    try {
      const chief = await aBuyer(relaxed);
      const updateUser = (assignment: string) =>
        relaxed.sql.rows(`update users set ${assignment} where id = $1`, [chief.id]);
      const openDashboard = () => relaxed.http.post('/api/admin/queue-session').set(as(chief));
      await openDashboard().expect(403);
      await updateUser(`role = 'admin'`);
      const cookiePair = (await openDashboard().expect(200)).headers['set-cookie']![0]!.split(';')[0]!;
      const getDashboardStatus = async () =>
        (await relaxed.http.get('/api/admin/queues').redirects(1).set('cookie', cookiePair)).status;
      expect(await getDashboardStatus()).toBe(200);
      await updateUser(`role = 'moderator'`);
      expect(await getDashboardStatus()).toBe(401);
      await updateUser(`role = 'admin', suspended_at = now()`);
      expect(await getDashboardStatus()).toBe(401);
      await updateUser(`suspended_at = null`);
      expect(await getDashboardStatus()).toBe(200);
      await updateUser('closed_at = now()');
      expect(await getDashboardStatus()).toBe(401);
    } finally {
      await relaxed.close();
    }
  });
});
