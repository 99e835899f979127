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
  const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray()).toString();
  return { status: response.statusCode!, connection: response.headers.connection, body };
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
  it('reports on its management port that it is not ready, responds to all requests, and exits', async () => {
    const port = String(await freePort());
    const api = await programs.start('api', { ...shop.env, MANAGEMENT_PORT: port });
    const ready = () => send(`http://127.0.0.1:${port}/ready`, new Agent());
    await until('the API is ready', async () => (await ready()).status === 200);
    const agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    for (const agent of agents) {
      expect(await send(`${shop.url}/health`, agent)).toMatchObject({ status: 200, connection: 'keep-alive' });
    }
    const release = await lockPatterns();
    const pendingResponses = [`/api/patterns/${patternId}`, `/api/patterns?page=1&search=schnitt`].map((path, index) =>
      send(shop.url + path, agents[index]!),
    );
    await waitForBlockedReads();
    const ended = api.kill('SIGTERM');
    await until('the API is not ready', async () => (await ready()).status === 503);
    const newRequests = [
      send(`${shop.url}/health`, agents[2]!),
      send(`${shop.url}/health`, new Agent({ keepAlive: true })),
    ];
    for (const response of await Promise.all(newRequests))
      expect(response).toMatchObject({ status: 200, connection: 'close' });
    await release();
    for (const response of await Promise.all(pendingResponses)) {
      expect(response).toMatchObject({ status: 200, connection: 'close' });
      expect(response.body).toContain(patternId);
    }
    expect((await send(`http://127.0.0.1:${port}/live`, new Agent())).status).toBe(200);
    // The API exits although the fourth connection stays open and idle.
    expect(await ended).toBe(0);
  }, 90_000);

  it('closes idle connections at once and busy ones after their last response if it has no management port', async () => {
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
    for (const response of await Promise.all(pendingResponses))
      expect(response).toMatchObject({ status: 200, connection: 'close' });
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
    const heldUpload = shop.proxies.s3!.holdAt(/^PUT \/patterns\/copies\//);
    const first = await buy(shop, buyer, patternId);
    await heldUpload;
    const ended = documents.kill('SIGTERM');
    const secondBuyer = await aBuyer(shop);
    const second = await buy(shop, secondBuyer, patternId);
    await until(
      'the second purchase is confirmed by mail',
      async () => (await accessOf(shop, secondBuyer, second)).receiptSentAt,
    );
    shop.proxies.s3!.restore();
    expect(await ended).toBe(0);
    await delivered(shop, buyer, first);
    expect(await accessOf(shop, secondBuyer, second)).toMatchObject({ copyState: 'marking' });
    const restarted = await programs.start('workers', env);
    await delivered(shop, secondBuyer, second);
    await shop.settles();
    const repeatedJobs = await shop.sql.rows(`select reaction from deliveries where started_count > 1`);
    expect(repeatedJobs).toEqual([]);
    expect(await Promise.all([restarted, rest, api].map((program) => program.kill('SIGTERM')))).toEqual([0, 0, 0]);
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
