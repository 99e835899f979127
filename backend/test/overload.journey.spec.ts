import { freePort } from '#sandbox/free-port.ts';
import { aBuyer, aPattern, type TestBuyer } from './support/builders.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { confirmCard, startPayment } from './support/pay.js';
import { compilePrograms, type Program, type Programs } from './support/programs.js';
import { rawGet } from './support/raw-get.js';
import { until } from './support/settles.js';

const MAX_REQUESTS = 4;
const BUSY = { success: false, code: 'UNAVAILABLE', error: { code: 'UNAVAILABLE' } };
let programs: Programs;
let shop: OpenShop;
let buyer: TestBuyer;
let patternId: string;

beforeAll(async () => {
  [programs, shop] = await Promise.all([compilePrograms(), openShop({ listen: false })]);
  const [api, workers] = await Promise.all([programs.start('api', shop.env), programs.start('workers', shop.env)]);
  patternId = await aPattern().in(shop);
  buyer = await aBuyer(shop);
  await shop.settles();
  await Promise.all([api, workers].map((program) => program.kill('SIGTERM')));
}, 120_000);
afterAll(async () => {
  await programs?.close();
  await shop?.close();
});

const send = (path: string) => rawGet(shop.url + path, { authorization: `Bearer ${buyer.token}` });

const waitForBlockedRequests = (count: number) =>
  until('all requests wait', async () => {
    const row = await shop.sql.row<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return row!.n === count;
  });

/** Sends requests that wait for a table lock until `release` is called. */
async function holdWishlists(count: number) {
  const client = await shop.sql.pool.connect();
  await client.query('begin; lock table wishlist_items in access exclusive mode');
  const release = async () => {
    await client.query('rollback');
    client.release();
  };
  const blocked = Array.from({ length: count }, () => send('/api/wishlist'));
  try {
    await waitForBlockedRequests(count);
  } catch (error) {
    await release();
    throw error;
  }
  return { blocked, release };
}

describe('an API with the maximum number of concurrent requests', () => {
  let api: Program;
  let metrics: string;
  beforeAll(async () => {
    const port = String(await freePort());
    metrics = `http://127.0.0.1:${port}/metrics`;
    api = await programs.start('api', { ...shop.env, MAX_REQUESTS: String(MAX_REQUESTS), MANAGEMENT_PORT: port });
  });
  afterAll(() => api?.kill('SIGKILL'));

  it('refuses further requests immediately, still serves cached responses and webhooks, and recovers', async () => {
    const pattern = `/api/patterns/${patternId}`;
    const started = await startPayment(shop, buyer, patternId);
    const { purchase_id: id, client_secret: secret } = started.body.data;
    const { blocked, release } = await holdWishlists(MAX_REQUESTS - 1);
    try {
      expect((await send(pattern)).status).toBe(200);
      blocked.push(send('/api/wishlist'));
      await waitForBlockedRequests(MAX_REQUESTS);
      expect((await send(pattern)).status).toBe(200);
      const times: number[] = [];
      for (let number = 0; number < 9; number += 1) {
        const startedAt = performance.now();
        const refused = await send(number % 2 ? '/api/patterns?search=schnitt' : '/api/auth/profile');
        times.push(performance.now() - startedAt);
        expect(refused.status).toBe(503);
        expect(JSON.parse(refused.text)).toMatchObject(BUSY);
        expect(refused.headers['retry-after']).toMatch(/^[123]$/);
        expect(refused.headers['cache-control']).toBe('no-store');
      }
      expect(times.toSorted((a, b) => a - b)[4]).toBeLessThan(50);
      expect((await rawGet(metrics)).text).toMatch(/^http_requests_refused_total 9$/m);

      expect((await send('/health')).status).toBe(200);
      await confirmCard(shop, secret);
      await until('the purchase is paid', () =>
        shop.sql.row(`select 1 from purchases where id = $1 and status = 'paid'`, [id]),
      );
    } finally {
      await release();
    }
    for (const { status } of await Promise.all(blocked)) expect(status).toBe(200);
    expect((await send('/api/auth/profile')).status).toBe(200);
  });
});

describe('an API with all connections to PostgreSQL in use', () => {
  it('returns 503 with Retry-After after three seconds, and recovers', async () => {
    const api = await programs.start('api', { ...shop.env, DATABASE_CONNECTIONS: '2' });
    const { blocked, release } = await holdWishlists(2);
    const startedAt = performance.now();
    const refused = await send('/api/wishlist').finally(release);
    const waited = performance.now() - startedAt;
    expect(waited).toBeGreaterThan(2_500);
    expect(waited).toBeLessThan(4_000);
    expect(refused.status).toBe(503);
    expect(JSON.parse(refused.text)).toMatchObject(BUSY);
    expect(refused.headers['retry-after']).toBe('1');
    for (const { status } of await Promise.all([...blocked, send('/api/wishlist')])) expect(status).toBe(200);
    expect(await api.kill('SIGTERM')).toBe(0);
  });
});
