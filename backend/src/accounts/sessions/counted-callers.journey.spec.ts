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

const signIn = (email: string, password: string, place: string) =>
  shop.http.post('/api/auth/login').set('x-forwarded-for', place).send({ email, password });
const buyerFrom = (place: string, email = `${randomUUID()}@example.com`) => {
  const http = { post: (path: string) => shop.http.post(path).set('x-forwarded-for', place) };
  return aBuyer({ http } as unknown as OpenShop, email);
};

describe('the limits of an account', () => {
  it.each<[string, (email: string) => string]>([
    ['400 spaces behind it', (email) => email + ' '.repeat(400)],
    ['spaces on both sides', (email) => ' '.repeat(300) + email + '\u3000'.repeat(300)],
    ['letters taken apart', (email) => email.normalize('NFD')],
  ])('count failed sign-ins with an address with %s', async (_what, written) => {
    const email = `${randomUUID()}-${'ü'.repeat(10)}@${`${'ü'.repeat(36)}.`.repeat(5)}example.com`;
    await buyerFrom(unusedIp(), email);
    const place = unusedIp();
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await signIn(written(email), WRONG, place)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await signIn(email, PASSWORD, place)).status).toBe(429);
  });

  it('do not apply to an address that is too long, which is refused as invalid', async () => {
    const answer = await signIn(`${'a'.repeat(321)}@example.com`, PASSWORD, unusedIp()).expect(400);
    expect(answer.body.error.details).toEqual([{ field: 'email', message: 'Please enter a valid email address' }]);
  });
});

describe('the limits of a network', () => {
  it('ignore the port that a proxy appends to the address', async () => {
    let port = 1_000;
    const [four, six] = [unusedIp(), '2001:db8:77:1::9'];
    const request = { endpoint: 'POST /api/auth/register', body: { email: 'taken@example.com', password: PASSWORD } };
    expect((await exhaustRateLimit(shop, request, () => `${four}:${(port += 1)}`)).times).toBe(5);
    expect((await exhaustRateLimit(shop, request, () => `[${six}]:${(port += 1)}`)).times).toBe(5);
    const bare = await shop.http.post('/api/auth/register').set('x-forwarded-for', four).send(request.body);
    expect(bare.status).toBe(429);
  });

  it('allow an owner at a known place to sign in after another client of the /48 has used up its limit', async () => {
    const home = '2001:db8:4800:1::1';
    const { email } = await buyerFrom(home);
    await signIn(email, PASSWORD, home).expect(200);
    for (let n = 0; n < 310; n += 1)
      await signIn(`${randomUUID()}@example.com`, WRONG, `2001:db8:4800:${(n % 20) + 100}::1`);
    expect((await signIn(`${randomUUID()}@example.com`, WRONG, '2001:db8:4800:2::1')).status).toBe(429);
    expect((await signIn(email, PASSWORD, home)).status).toBe(200);
    // Only the account with the known place: other accounts there count for the /48.
    expect((await signIn(`${randomUUID()}@example.com`, WRONG, home)).status).toBe(429);
    // The /64 has its own limit.
    const { times } = await exhaustRateLimit(
      shop,
      { endpoint: 'POST /api/auth/login', body: { email, password: WRONG } },
      home,
    );
    expect(times).toBe(5);
  });

  it('allow the same owner to complete a sign-in with a second factor', async () => {
    const home = '2001:db8:4900:1::1';
    const person = await buyerFrom(home);
    await signIn(person.email, PASSWORD, home).expect(200);
    const { app } = await enrolled(shop, person);
    const { body } = await signIn(person.email, PASSWORD, home).expect(403);
    const step = (challenge: string, place: string, code = '000000') =>
      shop.http.post('/api/auth/login/second-factor').set('x-forwarded-for', place).send({ challenge, code });
    for (let n = 0; n < 310; n += 1) await step('x'.repeat(43), `2001:db8:4900:${(n % 20) + 100}::1`);
    expect((await step('x'.repeat(43), home)).status).toBe(429);
    expect((await step(body.error.challenge, home, app.code(1))).status).toBe(200);
  });
});
