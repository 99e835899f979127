import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { createApi } from '../src/create-api.js';
import { aBuyer, type TestBuyer } from './support/builders.js';
import { type LimitedRequest, exhaustRateLimit, unusedIp } from './support/exhaust-rate-limit.js';
import { apiConfig, type OpenShop, openShop } from './support/open-shop.js';
import { until } from './support/settles.js';

const STORES = process.env.TEST_REDIS_URL ? (['postgres', 'redis'] as const) : (['postgres'] as const);
const PASSWORD = 'Nadel-und-Faden-7';

describe.each(STORES)('rate limits, counted in %s', (queue) => {
  let shop: OpenShop;
  let buyer: TestBuyer;
  beforeAll(async () => {
    shop = await openShop({ queue, env: { RATE_LIMIT_FACTOR: '1' } });
    buyer = await newBuyer(shop);
  }, 120_000);
  afterAll(() => shop.close());

  const id = randomUUID();
  const address = `${id}@example.com`;
  const form = { name: 'A', username: 'known', email: 'taken@example.com', password: PASSWORD };

  it.each<[string, number, LimitedRequest]>([
    ['registration', 5, { endpoint: 'POST /api/auth/register', body: form }],
    ['password resets', 10, { endpoint: 'POST /api/password-reset/request', body: { email: address } }],
    ['tokens from mails', 20, { endpoint: 'POST /api/auth/verify-email', body: { token: 'x'.repeat(43) } }],
    ['payments', 30, { endpoint: 'POST /api/payments/create', body: { pattern_id: id, buyer_email: address } }],
    ['views', 60, { endpoint: `POST /api/patterns/${id}/view`, body: { session_id: 'session_1' } }],
    ['token refreshes', 120, { endpoint: 'POST /api/auth/refresh', body: { refresh_token: 'y'.repeat(43) } }],
  ])('apply per IP address: %s, %i requests', async (_what, count, request) => {
    const { times, response } = await exhaustRateLimit(shop, request, unusedIp());
    expect(times).toBe(count);
    expect(response.body).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.headers).toMatchObject({
      'ratelimit-limit': String(count),
      'ratelimit-remaining': '0',
      'ratelimit-reset': response.headers['retry-after'],
    });
  });

  it.each<[string, number, (buyer: TestBuyer) => LimitedRequest]>([
    ['payments', 10, () => ({ endpoint: 'POST /api/payments/create', body: { pattern_id: id, buyer_email: address } })],
    ['downloads', 10, () => ({ endpoint: 'POST /api/downloads/secure', body: { token: 'z'.repeat(43) } })],
    [
      'password changes',
      5,
      () => ({
        endpoint: 'POST /api/auth/change-password',
        body: { current_password: 'Wrong-password-1', new_password: 'Other-password-1' },
      }),
    ],
  ])('apply per account, from any IP address: %s, %i requests', async (_what, count, request) => {
    const { times } = await exhaustRateLimit(shop, { ...request(buyer), token: buyer.token }, unusedIp);
    expect(times).toBe(count);
  });

  it('allow 30 refreshes of one session', async () => {
    let token = buyer.refreshToken;
    const request: LimitedRequest = {
      endpoint: 'POST /api/auth/refresh',
      get body() {
        return { refresh_token: token };
      },
    };
    const { times } = await exhaustRateLimit(shop, request, unusedIp);
    expect(times).toBe(30);
    token = (await newBuyer(shop)).refreshToken;
    expect((await shop.http.post('/api/auth/refresh').send({ refresh_token: token })).status).toBe(200);
  });

  it('return the number of remaining requests, and do not count invalid forms', async () => {
    const ip = unusedIp();
    const register = (body: object) => shop.http.post('/api/auth/register').set('x-forwarded-for', ip).send(body);
    const remaining: string[] = [];
    for (const body of [{ email: 'no address' }, form, {}, form]) {
      remaining.push((await register(body)).headers['ratelimit-remaining']!);
    }
    expect(remaining).toEqual(['4', '4', '3', '3']);
  });

  describe('limits of sign-ins', () => {
    const signIn = (email: string, password: string, ip = unusedIp()) =>
      shop.http.post('/api/auth/login').set('x-forwarded-for', ip).send({ email, password });

    // These limits count failures per account and IP address. known-places.journey.spec.ts tests the limits that count the
    // failures of an account from all IP addresses.
    it.each(['known', 'unknown'])(
      'pause sign-ins to an account (%s) after five failures from one IP address, and longer after each further failure',
      async (account) => {
        const ip = unusedIp();
        const email = account === 'unknown' ? `${randomUUID()}@example.com` : buyer.email;
        const responses: { status: number; wait: string | undefined; body: object }[] = [];
        for (let times = 0; times < 6; times += 1) {
          const { status, headers, body } = await signIn(
            times % 2 ? email : email.toUpperCase(),
            'Wrong-password-1',
            ip,
          );
          responses.push({ status, wait: headers['retry-after'], body });
        }
        expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
        expect(responses[5]!.wait).toBe('2');
        // Waits without further requests, which would reach the limit of the IP address.
        const over = Date.now() + 2_000;
        await until('the pause is over', () => Promise.resolve(Date.now() > over));
        expect((await signIn(email, 'Wrong-password-1', ip)).body.code).toBe('INVALID_CREDENTIALS');
        expect(Number((await signIn(email, 'Wrong-password-1', ip)).headers['retry-after'])).toBeGreaterThan(2);
      },
    );

    it('do not pause after an invalid form', async () => {
      const { email } = await newBuyer(shop);
      const ip = unusedIp();
      for (let times = 0; times < 4; times += 1) await signIn(email, 'Wrong-password-1', ip).expect(401);
      await signIn(email, 'x'.repeat(5_000), ip).expect(400);
      expect((await signIn(email, PASSWORD, ip)).status).toBe(200);
    });

    it('admit only five of fifty concurrent attempts', async () => {
      const { email } = await newBuyer(shop);
      const ip = unusedIp();
      const attempts = await Promise.all(Array.from({ length: 50 }, () => signIn(email, 'Wrong-password-1', ip)));
      const statuses = attempts.map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(45);
    });

    it('accept the right password after the pause, however many wrong passwords came before', async () => {
      const { email } = await newBuyer(shop);
      for (let round = 0; round < 6; round += 1) {
        await Promise.all(Array.from({ length: 30 }, () => signIn(email, 'Wrong-password-1')));
      }
      await until('the pause is over', async () => (await signIn(email, PASSWORD)).status === 200);
      for (let times = 0; times < 5; times += 1) expect((await signIn(email, 'Wrong-password-1')).status).toBe(401);
    });

    it('reset the failures after a successful sign-in', async () => {
      const { email } = await newBuyer(shop);
      for (let round = 0; round < 3; round += 1) {
        for (let times = 0; times < 4; times += 1) expect((await signIn(email, 'Wrong-password-1')).status).toBe(401);
        expect((await signIn(email, PASSWORD)).status).toBe(200);
      }
    });

    it('return a remaining count that does not reveal a sign-in of the owner', async () => {
      const { email } = await newBuyer(shop);
      const ip = unusedIp();
      await Promise.all(Array.from({ length: 25 }, () => signIn(email, 'Wrong-password-1')));
      const counts: unknown[] = [];
      const attempt = async (from: string) => {
        const { headers } = await signIn(email, 'Wrong-password-1', from);
        counts.push([headers['ratelimit-limit'], headers['ratelimit-remaining']]);
      };
      await attempt(unusedIp());
      await attempt(ip);
      await signIn(email, PASSWORD, ip).expect(200);
      await attempt(unusedIp());
      await attempt(ip);
      // The headers count only the requests of the IP address.
      expect(counts).toEqual([29, 29, 29, 27].map((remaining) => ['30', String(remaining)]));
    });

    it('apply to one IP address that tries many accounts', async () => {
      const ip = unusedIp();
      const many: LimitedRequest = {
        endpoint: 'POST /api/auth/login',
        get body() {
          return { email: `${randomUUID()}@example.com`, password: 'Wrong-password-1' };
        },
      };
      expect((await exhaustRateLimit(shop, many, ip)).times).toBe(30);
    });
  });

  describe('limits of additional API processes', () => {
    let others: NestFastifyApplication[] = [];
    const startAnotherApi = async (env: Record<string, string> = {}) => {
      const app = await createApi(apiConfig({ ...shop.env, ...env }));
      await app.listen(0, '127.0.0.1');
      others.push(app);
      return { http: supertest(await app.getUrl()) };
    };
    afterEach(async () => {
      for (const app of others) await app.close();
      others = [];
    });
    const request = { endpoint: 'POST /api/password-reset/request', body: { email: address } };

    it('are shared with the first process, and survive a restart', async () => {
      const ip = unusedIp();
      const second = await startAnotherApi();
      const send = ({ http }: Pick<OpenShop, 'http'>) =>
        http.post('/api/password-reset/request').set('x-forwarded-for', ip).send({ email: address });
      for (let times = 0; times < 5; times += 1) {
        expect([(await send(shop)).status, (await send(second)).status]).toEqual([200, 200]);
      }
      expect([(await send(shop)).status, (await send(second)).status]).toEqual([429, 429]);
      expect((await send(await startAnotherApi())).status).toBe(429);
    });

    it('lock an account for seconds, not for a day, when its daily limit of failures is reached', async () => {
      const strictApi = await startAnotherApi({ RATE_LIMITS: 'login.account=1000/900,login.day=2/86400' });
      const { email } = await newBuyer(shop);
      const signIn = (password: string) =>
        strictApi.http.post('/api/auth/login').set('x-forwarded-for', unusedIp()).send({ email, password });
      const failures = [];
      for (let times = 0; times < 3; times += 1) failures.push(await signIn('Wrong-password-1'));
      expect(failures.map(({ status }) => status)).toEqual([401, 401, 429]);
      expect(failures[2]!.headers['retry-after']).toBe('2');
      expect(Object.keys(failures[2]!.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
      await until('the pause is over', async () => (await signIn(PASSWORD)).status === 200);
      expect((await signIn('Wrong-password-1')).status).toBe(401);
    });

    it('admit requests again after their time window', async () => {
      const quickApi = await startAnotherApi({ RATE_LIMITS: 'reset-request.ip=2/1' });
      const ip = unusedIp();
      expect((await exhaustRateLimit(quickApi, request, ip)).times).toBe(2);
      const later = await until('the window of one second is over', async () => {
        const response = await quickApi.http
          .post('/api/password-reset/request')
          .set('x-forwarded-for', ip)
          .send(request.body);
        return response.status === 200 && response;
      });
      expect(later.headers['ratelimit-remaining']).toBe('1');
    });

    it('ignore X-Forwarded-For unless a trusted proxy sets it', async () => {
      const strictApi = await startAnotherApi({ TRUSTED_PROXIES: '10.0.0.0/8', RATE_LIMITS: 'reset-request.ip=3/60' });
      expect((await exhaustRateLimit(strictApi, request, unusedIp)).times).toBe(3);
      const realIp = unusedIp();
      expect((await exhaustRateLimit(shop, request, () => `${unusedIp()}, ${realIp}`)).times).toBe(10);
      let host = 0;
      expect((await exhaustRateLimit(shop, request, () => `2001:db8:77:1::${(host += 1).toString(16)}`)).times).toBe(
        10,
      );
      // All /64 networks of one /48 together get ten times the limit.
      expect((await exhaustRateLimit(shop, request, () => `2001:db8:78:${(host += 1).toString(16)}::1`)).times).toBe(
        100,
      );
    });
  });

  it('store hashed keys only: no IP addresses and no account ids', async () => {
    const keys = await storedKeys(shop);
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key) => !/^[a-z.-]+:[\w-]{27}$/.test(key))).toEqual([]);
  });
});

async function storedKeys({ sql, config }: OpenShop): Promise<string[]> {
  if (!config.redisUrl) return (await sql.rows<{ key: string }>('select key from rate_limits')).map(({ key }) => key);
  const redis = new Redis(config.redisUrl);
  const keys = await redis.keys('*').finally(() => redis.quit());
  return keys.filter((key) => !key.startsWith('bull:'));
}

/** Registers from a new IP address, because one address can register only five times. */
async function newBuyer(shop: OpenShop): Promise<TestBuyer> {
  const post = (path: string) => shop.http.post(path).set('x-forwarded-for', unusedIp());
  return aBuyer({ http: { post } } as unknown as OpenShop, `${randomUUID()}@example.com`);
}
