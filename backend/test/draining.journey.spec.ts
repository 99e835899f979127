import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { closeWorker } from '#workers/runtime/close-worker.js';
import { setDefaultBackendFactory, Worker } from 'bullmq';
import { freePort } from '#sandbox/free-port.ts';
import { aBuyer, aPattern, type TestBuyer } from './support/builders.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { accessOf, buy, delivered } from './support/pay.js';
import { compilePrograms, type Programs } from './support/programs.js';
import { until } from './support/settles.js';
import { FlakyProxy } from './support/flaky-proxy.js';

let programs: Programs;
let shop: OpenShop;
let patternId: string;
let buyer: TestBuyer;

beforeAll(async () => {
  [programs, shop] = await Promise.all([compilePrograms(), openShop({ listen: false, proxied: ['s3'] })]);
  const workers = await programs.start('workers', shop.env);
  patternId = await aPattern().in(shop);
  await shop.settles();
  await workers.kill('SIGTERM');
}, 120_000);
afterAll(async () => {
  await programs?.close();
  await shop?.close();
});

interface Response {
  status: number;
  connection: string | undefined;
  body: string;
}

async function send(url: string, agent: Agent): Promise<Response> {
  const [answer] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray()).toString();
  return { status: answer.statusCode!, connection: answer.headers.connection, body };
}

/** Blocks all reads of patterns until the returned function is called. */
async function lockPatterns(): Promise<() => Promise<void>> {
  const client = await shop.sql.pool.connect();
  await client.query('begin; lock table patterns in access exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

const waitForBlockedReads = () =>
  until('two reads wait', async () => {
    const row = await shop.sql.row<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return row!.n >= 2;
  });

describe('an API that receives SIGTERM', () => {
  it('with probes: reports that it is not ready, responds to all requests, closes keep-alive connections and exits with 0', async () => {
    const port = String(await freePort());
    const api = await programs.start('api', { ...shop.env, MANAGEMENT_PORT: port });
    const ready = () => send(`http://127.0.0.1:${port}/ready`, new Agent());
    await until('the API is ready', async () => (await ready()).status === 200);
    const agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    for (const agent of agents) {
      expect(await send(`${shop.url}/health`, agent)).toMatchObject({ status: 200, connection: 'keep-alive' });
    }
    const release = await lockPatterns();
    // The first path is served by the fast path, the second one by the framework.
    const pendingResponses = [`/api/patterns/${patternId}`, `/api/patterns?page=1&search=schnitt`].map((path, at) =>
      send(shop.url + path, agents[at]!),
    );
    await waitForBlockedReads();
    const ended = api.kill('SIGTERM');
    await until('the API is not ready', async () => (await ready()).status === 503);
    const newRequests = [
      send(`${shop.url}/health`, agents[2]!),
      send(`${shop.url}/health`, new Agent({ keepAlive: true })),
    ];
    for (const answer of await Promise.all(newRequests))
      expect(answer).toMatchObject({ status: 200, connection: 'close' });
    await release();
    for (const answer of await Promise.all(pendingResponses)) {
      expect(answer).toMatchObject({ status: 200, connection: 'close' });
      expect(answer.body).toContain(patternId);
    }
    expect((await send(`http://127.0.0.1:${port}/live`, new Agent())).status).toBe(200);
    // The fourth connection stays idle.
    expect(await ended).toBe(0);
  }, 90_000);

  it('without probes: closes idle connections immediately and busy ones after their last response', async () => {
    const api = await programs.start('api', shop.env);
    const [idle, busy] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
    await send(`${shop.url}/health`, idle);
    const release = await lockPatterns();
    const pendingResponses = [`/api/patterns/${patternId}`, `/api/patterns?page=1&search=schnitt`].map((path) =>
      send(shop.url + path, busy),
    );
    await waitForBlockedReads();
    const ended = api.kill('SIGTERM');
    await until('the API refuses new connections', async () =>
      send(`${shop.url}/health`, new Agent()).then(
        () => false,
        () => true,
      ),
    );
    await release();
    for (const answer of await Promise.all(pendingResponses))
      expect(answer).toMatchObject({ status: 200, connection: 'close' });
    expect(await ended).toBe(0);
  }, 90_000);
});

describe('workers that receive SIGTERM', () => {
  it('finish the current copy, start no other copy and exit with 0, while other workers continue', async () => {
    const env = { ...shop.env, WORKER_QUEUES: 'documents', WORKER_RELAY: 'off' };
    const otherEnv = { ...shop.env, WORKER_QUEUES: 'mail,payments', WORKER_RELAY: 'on' };
    const [api, documents, rest] = await Promise.all([
      programs.start('api', shop.env),
      programs.start('workers', env),
      programs.start('workers', otherEnv),
    ]);
    buyer = await aBuyer(shop);
    const stuck = shop.proxies.s3!.holdAt(/^PUT \/patterns\/copies\//);
    const first = await buy(shop, buyer, patternId);
    await stuck;
    const ended = documents.kill('SIGTERM');
    const late = await aBuyer(shop);
    const second = await buy(shop, late, patternId);
    await until(
      'the second purchase is confirmed by mail',
      async () => (await accessOf(shop, late, second)).receiptSentAt,
    );
    shop.proxies.s3!.restore();
    expect(await ended).toBe(0);
    await delivered(shop, buyer, first);
    expect(await accessOf(shop, late, second)).toMatchObject({ copyState: 'marking' });
    const next = await programs.start('workers', env);
    await delivered(shop, late, second);
    await shop.settles();
    const again = await shop.sql.rows(`select reaction from deliveries where started_count > 1`);
    expect(again).toEqual([]);
    expect(await Promise.all([next, rest, api].map((program) => program.kill('SIGTERM')))).toEqual([0, 0, 0]);
  }, 120_000);

  if (process.env.TEST_REDIS_URL) {
    it('exit while they reconnect to a restarted Redis', async () => {
      const proxy = await FlakyProxy.to(process.env.TEST_REDIS_URL!);
      const { hostname: host, port } = new URL(proxy.urlOf(process.env.TEST_REDIS_URL!));
      // The shop of this file has configured PostgreSQL as the queue backend; this test needs Redis.
      setDefaultBackendFactory();
      const worker = new Worker('draining', async () => undefined, { connection: { host, port: Number(port) } });
      worker.on('error', () => undefined);
      const client = (await worker.backend.blockingClient)!;
      proxy.cut();
      await until('the client waits to reconnect', async () => client.status === 'reconnecting', 5_000);
      const ended = closeWorker(worker);
      proxy.restore();
      await ended;
      expect(worker.isRunning()).toBe(false);
      await proxy.close();
    }, 10_000);
  }
});
