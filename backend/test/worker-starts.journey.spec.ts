import { freePort } from '#sandbox/free-port.ts';
import { type OpenShop, openShop } from './support/open-shop.js';
import { compilePrograms, type Program, type Programs } from './support/programs.js';
import { until } from './support/settles.js';
import { type Fault, FlakyProxy } from './support/flaky-proxy.js';

/** Number of starts per kind of fault; ten with `npm run test:starts`. */
const STARTS = Number(process.env.TEST_STARTS ?? 3);
/**
 * Maximum time from the end of the fault to the first completed job. If twice the time of a start without a fault is longer,
 * as on a busy machine, that time is the limit.
 */
const UP_MS = 5_000;
const MAX_LOG_BYTES = 1_000_000;

let shop: OpenShop;
let programs: Programs;
let proxy: FlakyProxy;
let limitMs = UP_MS;

beforeAll(async () => {
  programs = await compilePrograms();
  shop = await openShop({ mail: true });
  proxy = await FlakyProxy.to(shop.config.databaseUrl);
  if (!process.env.TEST_STARTS) limitMs = Math.max(UP_MS, 2 * (await undisturbedStart()));
}, 180_000);
afterAll(async () => {
  proxy?.restore();
  await programs?.close();
  await proxy?.close();
  await shop?.close();
});

const readStatus = async (port: number, path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(1_000) }).catch(
    () => null,
  );
  return response?.status;
};

/** Terminates all connections repeatedly until the returned function is called. */
function terminateBackends(): () => Promise<number> {
  const stop = new AbortController();
  let ended = 0;
  const work = (async () => {
    while (!stop.signal.aborted) {
      const [row] = await shop.sql
        .rows<{ ended: number }>(
          `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'sql'`,
        )
        .catch(() => []);
      ended += row?.ended ?? 0;
    }
  })();
  return async () => {
    stop.abort();
    await work;
    return ended;
  };
}

/** @returns milliseconds from the launch to the first completed job */
async function undisturbedStart(): Promise<number> {
  const port = await freePort();
  const launchedAt = Date.now();
  const workers = programs.launch('workers', { ...shop.env, MANAGEMENT_PORT: String(port) });
  try {
    await waitForFirstJob(port, 'undisturbed@example.org');
    return Date.now() - launchedAt;
  } finally {
    await workers.kill('SIGKILL');
  }
}

async function waitForFirstJob(port: number, email: string): Promise<void> {
  await until('the workers are ready', async () => (await readStatus(port, '/ready')) === 200);
  await shop.http.post('/api/auth/register').send({ email, password: 'a long enough Passw0rd!' }).expect(201);
  await until('a job is completed', async () => (await shop.mails()).some(({ to }) => to[0]!.address === email));
}

/**
 * Begins the fault at the nth connection, so that each start fails at a different step.
 * @returns a function that ends the fault
 */
async function inject(kind: Fault | 'pg_terminate_backend', nth: number): Promise<() => Promise<unknown>> {
  if (kind === 'pg_terminate_backend') return terminateBackends();
  proxy.fail(kind, nth);
  return async () => proxy.restore();
}

/** Starts the workers during a fault. @returns milliseconds from the end of the fault to the first completed job */
async function startUnder(kind: Fault | 'pg_terminate_backend', nth: number): Promise<number> {
  const port = await freePort();
  const endFault = await inject(kind, nth);
  const env = { ...shop.env, DATABASE_URL: proxy.urlOf(shop.config.databaseUrl), MANAGEMENT_PORT: String(port) };
  const workers: Program = programs.launch('workers', env);
  try {
    await until('the process is live', async () => (await readStatus(port, '/live')) === 200);
    // Waits until each connection of the process has failed several times.
    if (kind !== 'pg_terminate_backend')
      await until('connections have failed', async () => proxy.failures > (kind === 'hang' ? 5 : 12));
    const faultEnds = Date.now() + 1_500;
    await until('the fault has lasted', async () => Date.now() > faultEnds);
    expect(await readStatus(port, '/live')).toBe(200);
    await endFault();
    const recovered = Date.now();
    await waitForFirstJob(port, `${kind}-${nth}@example.org`);
    return Date.now() - recovered;
  } finally {
    await endFault();
    await workers.kill('SIGKILL');
    expect(workers.log().length).toBeLessThan(MAX_LOG_BYTES);
  }
}

describe.each(['reset', 'truncate', 'hang', 'refuse', 'pg_terminate_backend'] as const)(
  'workers whose PostgreSQL fails while they start (%s)',
  (kind) => {
    it.each(Array.from({ length: STARTS }, (_, nth) => nth))(
      'complete a job within the limit after the end of the fault, which begins at connection %i',
      async (nth) => {
        const durationMs = await startUnder(kind, nth);
        if (process.env.TEST_STARTS) process.stderr.write(`${kind} ${nth}: up after ${durationMs} ms\n`);
        expect(durationMs).toBeLessThan(limitMs);
      },
      60_000,
    );
  },
);
