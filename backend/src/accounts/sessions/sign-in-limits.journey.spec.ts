import { randomUUID } from 'node:crypto';
import { enrolled } from '../../../test/support/authenticator.js';
import { aBuyer } from '../../../test/support/builders.js';
import { exhaustRateLimit, unusedIp } from '../../../test/support/exhaust-rate-limit.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';

const PASSWORD = 'Nadel-und-Faden-7';
const WRONG = 'Wrong-password-1';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop({ env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => shop?.close());

const signIn = (email: string, password: string, ip: string) =>
  shop.http.post('/api/auth/login').set('x-forwarded-for', ip).send({ email, password });
const createBuyer = (ip: string, email = `${randomUUID()}@example.com`) => {
  const http = { post: (path: string) => shop.http.post(path).set('x-forwarded-for', ip) };
  return aBuyer({ http } as unknown as OpenShop, email);
};

describe('the limits per account', () => {
  it.each<[string, (email: string) => string]>([
    ['400 trailing spaces', (email) => email + ' '.repeat(400)],
    ['spaces on both sides', (email) => ' '.repeat(300) + email + '\u3000'.repeat(300)],
    ['decomposed letters', (email) => email.normalize('NFD')],
  ])('count failed sign-ins with %s in the address', async (_what, changeSpelling) => {
    const email = `${randomUUID()}-${'ü'.repeat(10)}@${`${'ü'.repeat(36)}.`.repeat(5)}example.com`;
    await createBuyer(unusedIp(), email);
    const ip = unusedIp();
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await signIn(changeSpelling(email), WRONG, ip)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await signIn(email, PASSWORD, ip)).status).toBe(429);
  });

  it('do not cover an address that is too long, because the form refuses the address', async () => {
    const answer = await signIn(`${'a'.repeat(321)}@example.com`, PASSWORD, unusedIp()).expect(400);
    expect(answer.body.error.details).toEqual([{ field: 'email', message: 'Please enter a valid email address' }]);
  });
});

describe('the limits per network', () => {
  it('ignore the port that a proxy appends to the IP address', async () => {
    let port = 1_000;
    const [ipv4, ipv6] = [unusedIp(), '2001:db8:77:1::9'];
    const request = { endpoint: 'POST /api/auth/register', body: { email: 'taken@example.com', password: PASSWORD } };
    expect((await exhaustRateLimit(shop, request, () => `${ipv4}:${(port += 1)}`)).times).toBe(5);
    expect((await exhaustRateLimit(shop, request, () => `[${ipv6}]:${(port += 1)}`)).times).toBe(5);
    const withoutPort = await shop.http.post('/api/auth/register').set('x-forwarded-for', ipv4).send(request.body);
    expect(withoutPort.status).toBe(429);
  });

  it('allow an owner at a known place to sign in after other clients have reached the limit of the /48', async () => {
    const knownIp = '2001:db8:4800:1::1';
    const { email } = await createBuyer(knownIp);
    await signIn(email, PASSWORD, knownIp).expect(200);
    for (let n = 0; n < 310; n += 1)
      await signIn(`${randomUUID()}@example.com`, WRONG, `2001:db8:4800:${(n % 20) + 100}::1`);
    expect((await signIn(`${randomUUID()}@example.com`, WRONG, '2001:db8:4800:2::1')).status).toBe(429);
    expect((await signIn(email, PASSWORD, knownIp)).status).toBe(200);
    // Sign-ins to other accounts from the same IP address count for the /48.
    expect((await signIn(`${randomUUID()}@example.com`, WRONG, knownIp)).status).toBe(429);
    // The limit of the /64 also applies at the known place.
    const { times } = await exhaustRateLimit(
      shop,
      { endpoint: 'POST /api/auth/login', body: { email, password: WRONG } },
      knownIp,
    );
    expect(times).toBe(5);
  });

  it('allow an owner at a known place to enter a code after other clients have reached the limit of the /48', async () => {
    const knownIp = '2001:db8:4900:1::1';
    const person = await createBuyer(knownIp);
    const { app } = await enrolled(shop, person);
    const form = { refresh_token: person.refreshToken };
    await shop.http.post('/api/auth/refresh').set('x-forwarded-for', knownIp).send(form).expect(200);
    const { body } = await signIn(person.email, PASSWORD, knownIp).expect(403);
    const sendCode = (challenge: string, ip: string, code = '000000') =>
      shop.http.post('/api/auth/login/second-factor').set('x-forwarded-for', ip).send({ challenge, code });
    for (let n = 0; n < 310; n += 1) await sendCode('x'.repeat(43), `2001:db8:4900:${(n % 20) + 100}::1`);
    expect((await sendCode('x'.repeat(43), knownIp)).status).toBe(429);
    expect((await sendCode(body.error.challenge, knownIp, app.code(1))).status).toBe(200);
  });
});
