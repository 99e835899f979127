import { as } from '../../../test/support/authenticator.js';
import { aBuyer, PASSWORD, type TestBuyer } from '../../../test/support/builders.js';
import { type OpenShop, openShop } from '../../../test/support/open-shop.js';
import { parseDevice } from './device-label.js';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

let shop: OpenShop;
let person: TestBuyer;
beforeAll(async () => {
  shop = await openShop();
});
beforeEach(async () => {
  person = await aBuyer(shop);
});
afterAll(() => shop.close());

const signIn = async (userAgent: string) => {
  const form = { email: person.email, password: PASSWORD };
  const { body } = await shop.http.post('/api/auth/login').set('user-agent', userAgent).send(form).expect(200);
  return { token: body.data.accessToken as string, refreshToken: body.data.refreshToken as string };
};
const list = async (session: { token: string } = person) =>
  (await shop.http.get('/api/auth/sessions').set(as(session)).expect(200)).body.data.sessions as {
    id: string;
    current: boolean;
    browser: string | null;
    os: string | null;
    last_used_at: string;
  }[];
const end = (id: string, session: { token: string } = person) =>
  shop.http.delete(`/api/auth/sessions/${id}`).set(as(session));
const getProfileStatus = async ({ token }: { token: string }) =>
  (await shop.http.get('/api/auth/profile').set(as({ token }))).status;

describe('list of sessions', () => {
  it('returns the open sessions, the current one first, with device names but no User-Agent header', async () => {
    const phone = await signIn(IPHONE);
    await signIn(FIREFOX);
    const sessions = await list(phone);
    expect(sessions.map(({ browser, os, current }) => [browser, os, current])).toEqual([
      ['Safari', 'iOS', true],
      ['Firefox', 'Windows', false],
      [null, null, false],
    ]);
    expect(JSON.stringify(sessions)).not.toMatch(/Mozilla|Gecko/);
    const stored = JSON.stringify(await shop.sql.rows('select * from sessions'));
    expect(stored).not.toMatch(/Mozilla|Gecko|140\.0/);
  });

  it('returns the time of the last refresh of a session', async () => {
    await shop.sql.rows(`update sessions set last_used_at = now() - interval '3 days' where user_id = $1`, [person.id]);
    await shop.http.post('/api/auth/refresh').send({ refresh_token: person.refreshToken }).expect(200);
    const [session] = await list();
    expect(Date.now() - Date.parse(session!.last_used_at)).toBeLessThan(60_000);
  });
});

describe('ending sessions', () => {
  it('immediately revokes the access token and the refresh token of the session, but no token of another session', async () => {
    const phone = await signIn(IPHONE);
    const { id } = (await list(phone)).find(({ current }) => current)!;
    await end(id).expect(200);
    expect([await getProfileStatus(phone), await getProfileStatus(person)]).toEqual([401, 200]);
    await shop.http.post('/api/auth/refresh').send({ refresh_token: phone.refreshToken }).expect(401);
    expect((await end(id).expect(404)).body.code).toBe('SESSION_NOT_FOUND');
  });

  it('returns 404 for a session of another account', async () => {
    const other = await aBuyer(shop);
    const [session] = await list();
    await end(session!.id, other).expect(404);
    await end('1 OR 1=1').expect(404);
    expect(await getProfileStatus(person)).toBe(200);
  });

  it('with end-others ends all sessions of the account except the current one, and no session of another account', async () => {
    const [phone, desk] = [await signIn(IPHONE), await signIn(FIREFOX)];
    const other = await aBuyer(shop);
    await shop.http.post('/api/auth/sessions/end-others').set(as(desk)).expect(200);
    expect([await getProfileStatus(person), await getProfileStatus(phone), await getProfileStatus(desk)]).toEqual([
      401, 401, 200,
    ]);
    expect(await getProfileStatus(other)).toBe(200);
    expect(await list(desk)).toHaveLength(1);
  });
});

describe('parseDevice', () => {
  it.each([
    [FIREFOX, 'Firefox', 'Windows'],
    [IPHONE, 'Safari', 'iOS'],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome',
      'Linux',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge',
      'Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
      'Samsung Internet',
      'Android',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari',
      'macOS',
    ],
    ['curl/8.0', null, null],
    ['<script>Firefox', null, null],
    [undefined, null, null],
  ])('reads %s as %s on %s', (header, browser, os) => {
    expect(parseDevice(header)).toEqual({ browser, os });
  });
});
