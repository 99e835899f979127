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

describe.each(STORES)('limits, counted in %s', (queue) => {
  let shop: OpenShop;
  let person: TestBuyer;
  beforeAll(async () => {
    shop = await openShop({ queue, env: { RATE_LIMIT_FACTOR: '1' } });
    person = await buyerFrom(shop);
  }, 120_000);
  afterAll(() => shop.close());

  const id = randomUUID();
  const address = `${id}@example.com`;
  const form = { name: 'A', username: 'somebody', email: 'taken@example.com', password: PASSWORD };

  it.each<[string, number, LimitedRequest]>([
    ['registration', 5, { endpoint: 'POST /api/auth/register', body: form }],
    ['forgotten passwords', 10, { endpoint: 'POST /api/password-reset/request', body: { email: address } }],
    ['tokens from mails', 20, { endpoint: 'POST /api/auth/verify-email', body: { token: 'x'.repeat(43) } }],
    ['payments', 30, { endpoint: 'POST /api/payments/create', body: { pattern_id: id, buyer_email: address } }],
    ['views', 60, { endpoint: `POST /api/patterns/${id}/view`, body: { session_id: 'session_1' } }],
    ['refreshing', 120, { endpoint: 'POST /api/auth/refresh', body: { refresh_token: 'y'.repeat(43) } }],
  ])('let exactly so many calls of one place through: %s', async (_what, count, request) => {
    const { times, response: answer } = await exhaustRateLimit(shop, request, unusedIp());
    expect(times).toBe(count);
    expect(answer.body).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers).toMatchObject({
      'ratelimit-limit': String(count),
      'ratelimit-remaining': '0',
      'ratelimit-reset': answer.headers['retry-after'],
    });
  });

  it.each<[string, number, (person: TestBuyer) => LimitedRequest]>([
    ['payments', 10, () => ({ endpoint: 'POST /api/payments/create', body: { pattern_id: id, buyer_email: address } })],
    ['downloads', 10, () => ({ endpoint: 'POST /api/downloads/secure', body: { token: 'z'.repeat(43) } })],
    [
      'changing the password',
      5,
      () => ({
        endpoint: 'POST /api/auth/change-password',
        body: { current_password: 'Wrong-password-1', new_password: 'Other-password-1' },
      }),
    ],
  ])('let exactly so many calls of one account through, wherever it is: %s', async (_what, count, request) => {
    const { times } = await exhaustRateLimit(shop, { ...request(person), token: person.token }, unusedIp);
    expect(times).toBe(count);
  });

  it('let one session be refreshed so often', async () => {
    let token = person.refreshToken;
    const request: LimitedRequest = {
      endpoint: 'POST /api/auth/refresh',
      get body() {
        return { refresh_token: token };
      },
    };
    const { times } = await exhaustRateLimit(shop, request, unusedIp);
    expect(times).toBe(30);
    token = (await buyerFrom(shop)).refreshToken;
    expect((await shop.http.post('/api/auth/refresh').send({ refresh_token: token })).status).toBe(200);
  });

  it('tell how much is left, and count nothing that was only a slip in the form', async () => {
    const place = unusedIp();
    const register = (body: object) => shop.http.post('/api/auth/register').set('x-forwarded-for', place).send(body);
    const left: string[] = [];
    for (const body of [{ email: 'no address' }, form, {}, form]) {
      left.push((await register(body)).headers['ratelimit-remaining']!);
    }
    expect(left).toEqual(['4', '4', '3', '3']);
  });

  describe('for signing in', () => {
    const signIn = (email: string, password: string, place = unusedIp()) =>
      shop.http.post('/api/auth/login').set('x-forwarded-for', place).send({ email, password });

    // Review point 11: by account and place together; over all places, see known-places.journey.spec.ts.
    it.each(['somebody', 'nobody'])('make %s wait after five failures at one place, longer each time', async (who) => {
      const place = unusedIp();
      const email = who === 'nobody' ? `${randomUUID()}@example.com` : person.email;
      const answers: { status: number; wait: string | undefined; body: object }[] = [];
      for (let times = 0; times < 6; times += 1) {
        const { status, headers, body } = await signIn(
          times % 2 ? email : email.toUpperCase(),
          'Wrong-password-1',
          place,
        );
        answers.push({ status, wait: headers['retry-after'], body });
      }
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
      expect(answers[5]!.wait).toBe('2');
      // Asking again and again would reach the limit of the place, too.
      const over = Date.now() + 2_000;
      await until('the pause is over', () => Promise.resolve(Date.now() > over));
      expect((await signIn(email, 'Wrong-password-1', place)).body.code).toBe('INVALID_CREDENTIALS');
      expect(Number((await signIn(email, 'Wrong-password-1', place)).headers['retry-after'])).toBeGreaterThan(2);
    });

    it('do not let fifty attempts at once pass for one', async () => {
      const { email } = await buyerFrom(shop);
      const place = unusedIp();
      const attempts = await Promise.all(Array.from({ length: 50 }, () => signIn(email, 'Wrong-password-1', place)));
      const statuses = attempts.map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(45);
    });

    it('never keep the right password out for longer than a pause, however many wrong ones there were', async () => {
      const { email } = await buyerFrom(shop);
      for (let round = 0; round < 6; round += 1) {
        await Promise.all(Array.from({ length: 30 }, () => signIn(email, 'Wrong-password-1')));
      }
      await until('the pause is over', async () => (await signIn(email, PASSWORD)).status === 200);
      for (let times = 0; times < 5; times += 1) expect((await signIn(email, 'Wrong-password-1')).status).toBe(401);
    });

    it('forget the failures of whoever gets in', async () => {
      const { email } = await buyerFrom(shop);
      for (let round = 0; round < 3; round += 1) {
        for (let times = 0; times < 4; times += 1) expect((await signIn(email, 'Wrong-password-1')).status).toBe(401);
        expect((await signIn(email, PASSWORD)).status).toBe(200);
      }
    });

    it('show a client no count that the sign-in of the owner changes', async () => {
      const { email } = await buyerFrom(shop);
      const place = unusedIp();
      await Promise.all(Array.from({ length: 25 }, () => signIn(email, 'Wrong-password-1')));
      const left: unknown[] = [];
      const look = async (from: string) => {
        const { headers } = await signIn(email, 'Wrong-password-1', from);
        left.push([headers['ratelimit-limit'], headers['ratelimit-remaining']]);
      };
      await look(unusedIp());
      await look(place);
      await signIn(email, PASSWORD, place).expect(200);
      await look(unusedIp());
      await look(place);
      // The requests of the network alone.
      expect(left).toEqual([29, 29, 29, 27].map((remaining) => ['30', String(remaining)]));
    });

    it('hold for one place that tries many addresses', async () => {
      const place = unusedIp();
      const many: LimitedRequest = {
        endpoint: 'POST /api/auth/login',
        get body() {
          return { email: `${randomUUID()}@example.com`, password: 'Wrong-password-1' };
        },
      };
      expect((await exhaustRateLimit(shop, many, place)).times).toBe(30);
    });
  });

  describe('are one for the whole shop', () => {
    let others: NestFastifyApplication[] = [];
    const another = async (env: Record<string, string> = {}) => {
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

    it('whichever replica answers, also after a restart', async () => {
      const place = unusedIp();
      const second = await another();
      const ask = ({ http }: Pick<OpenShop, 'http'>) =>
        http.post('/api/password-reset/request').set('x-forwarded-for', place).send({ email: address });
      for (let times = 0; times < 5; times += 1) {
        expect([(await ask(shop)).status, (await ask(second)).status]).toEqual([200, 200]);
      }
      expect([(await ask(shop)).status, (await ask(second)).status]).toEqual([429, 429]);
      expect((await ask(await another())).status).toBe(429);
    });

    it('and the failures of a whole day are followed by a pause, not by a day without', async () => {
      const strict = await another({ RATE_LIMITS: 'login.account=1000/900,login.day=2/86400' });
      const { email } = await buyerFrom(shop);
      const signIn = (password: string) =>
        strict.http.post('/api/auth/login').set('x-forwarded-for', unusedIp()).send({ email, password });
      const wrong = [];
      for (let times = 0; times < 3; times += 1) wrong.push(await signIn('Wrong-password-1'));
      expect(wrong.map(({ status }) => status)).toEqual([401, 401, 429]);
      expect(wrong[2]!.headers['retry-after']).toBe('2');
      expect(Object.keys(wrong[2]!.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
      await until('the pause is over', async () => (await signIn(PASSWORD)).status === 200);
      expect((await signIn('Wrong-password-1')).status).toBe(401);
    });

    it('until their time is over', async () => {
      const quick = await another({ RATE_LIMITS: 'reset-request.ip=2/1' });
      const place = unusedIp();
      expect((await exhaustRateLimit(quick, request, place)).times).toBe(2);
      const later = await until('the second is over', async () => {
        const answer = await quick.http
          .post('/api/password-reset/request')
          .set('x-forwarded-for', place)
          .send(request.body);
        return answer.status === 200 && answer;
      });
      expect(later.headers['ratelimit-remaining']).toBe('1');
    });

    it('and nobody escapes by naming another address, unless a trusted proxy says so', async () => {
      const strict = await another({ TRUSTED_PROXIES: '10.0.0.0/8', RATE_LIMITS: 'reset-request.ip=3/60' });
      expect((await exhaustRateLimit(strict, request, unusedIp)).times).toBe(3);
      const real = unusedIp();
      expect((await exhaustRateLimit(shop, request, () => `${unusedIp()}, ${real}`)).times).toBe(10);
      let host = 0;
      expect((await exhaustRateLimit(shop, request, () => `2001:db8:77:1::${(host += 1).toString(16)}`)).times).toBe(
        10,
      );
      // Review point 15: from ever new /64 of one /48, ten times as many.
      expect((await exhaustRateLimit(shop, request, () => `2001:db8:78:${(host += 1).toString(16)}::1`)).times).toBe(
        100,
      );
    });
  });

  it('keep neither addresses nor names in the store', async () => {
    const keys = await keysOf(shop);
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key) => !/^[a-z.-]+:[\w-]{27}$/.test(key))).toEqual([]);
  });
});

async function keysOf({ sql, config }: OpenShop): Promise<string[]> {
  if (!config.redisUrl) return (await sql.rows<{ key: string }>('select key from rate_limits')).map(({ key }) => key);
  const redis = new Redis(config.redisUrl);
  const keys = await redis.keys('*').finally(() => redis.quit());
  return keys.filter((key) => !key.startsWith('bull:'));
}

/** Registers from an address of its own, which the limits would otherwise stop at five. */
async function buyerFrom(shop: OpenShop): Promise<TestBuyer> {
  const post = (path: string) => shop.http.post(path).set('x-forwarded-for', unusedIp());
  return aBuyer({ http: { post } } as unknown as OpenShop, `${randomUUID()}@example.com`);
}
