import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pauseSeconds } from '../src/platform/http/limits/limits-rules.js';
import { Sql } from '../src/platform/database/sql.js';
import { aPattern } from './support/builders.js';
import { ROOT } from './support/cruise.js';
import { type LimitedRequest, exhaustRateLimit, unusedIp } from './support/exhaust-rate-limit.js';
import { type OpenShop, openShop } from './support/open-shop.js';
import { until } from './support/settles.js';

let shop: OpenShop;
let patternId: string;
beforeAll(async () => {
  shop = await openShop({
    env: {
      STOREFRONT_DIR: join(ROOT, 'storefront'),
      RATE_LIMIT_FACTOR: '1',
      RATE_LIMITS: 'read.ip=5/60,write.ip=4/60,sell.ip=3/60',
    },
  });
  patternId = await aPattern().in(shop);
});
afterAll(() => shop?.close());

describe('one IP address with too many requests', () => {
  const token = 'no.such.token';

  it.each<[string, number, LimitedRequest]>([
    ['pages of patterns', 5, { endpoint: `GET /patterns/${randomUUID()}` }],
    ['other pages', 5, { endpoint: 'GET /en/checkout' }],
    ['pictures', 5, { endpoint: 'GET /media/no-such-picture.webp' }],
    ['endpoints that require a token, with an invalid one', 5, { endpoint: 'GET /api/auth/profile', token }],
    ['endpoints with an optional token, with an invalid one', 4, { endpoint: 'POST /api/payments/create', token }],
    ['endpoints with their own limit, with an invalid token', 4, { endpoint: 'POST /api/patterns', token }],
  ])('is refused: %s', async (_what, count, request) => {
    const { times, response } = await exhaustRateLimit(shop, request, unusedIp());
    expect(times).toBe(count);
    expect(response.body).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' });
    expect(response.headers).toMatchObject({ 'retry-after': expect.any(String), 'ratelimit-limit': String(count) });
  });
});

describe('wrong passwords', () => {
  it('lock an account for 15 minutes at most', () => {
    expect([1, 2, 9, 10, 1_000_000].map(pauseSeconds)).toEqual([2, 4, 512, 900, 900]);
  });
});

describe('a request', () => {
  it('waits more than a second for a free connection to PostgreSQL, and then succeeds', async () => {
    const { pool } = shop.api.get(Sql);
    const busyConnections = Array.from({ length: shop.config.databaseConnections }, () =>
      pool.query('select pg_sleep(1.5)'),
    );
    expect((await shop.http.get(`/api/patterns/${patternId}`).set('x-forwarded-for', unusedIp())).status).toBe(200);
    await Promise.all(busyConnections);
  });
});

describe('the page of a pattern', () => {
  const send = (path: string) => shop.http.get(path).set('x-forwarded-for', unusedIp());

  it('is cached for seconds, and invalidated by a change of the pattern', async () => {
    const path = `/patterns/${patternId}`;
    expect((await send(path)).status).toBe(200);
    await shop.owner.rows('alter table patterns rename to drawings');
    const cached = await send(path);
    const notCached = await send(`/en${path}`);
    await shop.owner.rows('alter table drawings rename to patterns');
    expect([cached.status, notCached.status]).toEqual([200, 503]);
    await shop.sql.rows(`update patterns set price_cents = 4321 where id = $1`, [patternId]);
    await until('the cache is invalidated', async () => (await send(path)).text.includes('"43.21"'));
  });
});
