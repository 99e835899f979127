import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { FlakyProxy } from '../../backend/test/support/flaky-proxy.ts';
import { publishPatterns } from '../rehearsal/goods.ts';
import { replacedValues } from '../rehearsal/cluster/replaced-values.ts';
import { startExternalServices, type ExternalServices } from '../rehearsal/cluster/external-services.ts';
import { freePort } from '../../sandbox/free-port.ts';
import { type ProcessIdentity, signal } from '../../sandbox/process/process-identity.ts';
import { type Program, runProgram, startProgram } from '../../sandbox/process/program.ts';
import { startProcessReaper } from '../../sandbox/process/process-reaper.ts';
import { type Buyer, type Offer, ShopClient } from '../orders/shop-client.ts';

/** The built shop, running as processes. Proxies can cut or hold the shop's connections to the storage and to Redis. */
export interface FaultShop {
  url: string;
  /** Management URL of the API. */
  management: string;
  directory: string;
  external: ExternalServices;
  s3: FlakyProxy;
  redis: FlakyProxy | undefined;
  api: Program;
  account: { email: string; password: string };
  client: ShopClient;
  offers: Offer[];
  /** Buys a pattern for a buyer who does not own it. @returns the id of the purchase */
  buy(): Promise<string>;
  /** @returns the number that the statement selects */
  count(sql: string, values?: unknown[]): Promise<number>;
  killWorkers(): Promise<void>;
  /** Resolves when the workers are ready. */
  startWorkers(): Promise<void>;
  stop(): Promise<void>;
}

const PATTERNS = 6;
const TIMEOUT_MS = 60_000;

export async function startFaultShop(root: string, directory: string, abort: AbortSignal): Promise<FaultShop> {
  const logs = join(directory, 'logs');
  mkdirSync(logs, { recursive: true });
  const [port, apiManagement, workersManagement] = [await freePort(), await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const external = await startExternalServices(directory, url);
  const { databaseUrl } = external;
  const s3 = await FlakyProxy.to(external.s3Url);
  const redis = external.redisUrl ? await FlakyProxy.to(external.redisUrl) : undefined;
  const env = programEnvironment(root, port, external, { s3, redis });
  const programs = new ShopPrograms({ root, env, logs, abort });
  const database = new DatabaseCounter(databaseUrl);
  const stop = async () => {
    s3.restore();
    redis?.restore();
    await database.close();
    await programs.stop();
    await Promise.all([s3.close(), redis?.close()]);
    programs.stopReaper();
    await external.stop();
  };
  try {
    await programs.migrate();
    const [api] = await Promise.all([
      programs.start('api', apiManagement),
      programs.start('workers', workersManagement),
    ]);
    const account = await publishPatterns({ url, databaseUrl }, PATTERNS, abort);
    const client = await ShopClient.open(url, abort);
    const offers = await client.offers();
    return {
      url,
      management: `http://127.0.0.1:${apiManagement}`,
      directory,
      external,
      s3,
      redis,
      api,
      account,
      client,
      offers,
      buy: createBuy(client, offers),
      count: (sql, values) => database.count(sql, values),
      killWorkers: () => programs.kill('workers'),
      startWorkers: async () => void (await programs.start('workers', workersManagement)),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function programEnvironment(
  root: string,
  port: number,
  external: ExternalServices,
  { s3, redis }: Pick<FaultShop, 's3' | 'redis'>,
): NodeJS.ProcessEnv {
  const publicUrl = `http://127.0.0.1:${port}`;
  const replaced = replacedValues({ publicUrl, ...external, s3Url: s3.urlOf(external.s3Url) });
  return {
    PATH: process.env.PATH,
    ...external.store,
    ...(redis && { REDIS_URL: redis.urlOf(external.redisUrl!) }),
    ...Object.fromEntries(replaced.map(({ name, value }) => [name, value])),
    PORT: String(port),
    STOREFRONT_DIR: join(root, 'dist/storefront'),
  };
}

/** Starts and stops the API and the workers. The process reaper ends them when this process is killed. */
class ShopPrograms {
  readonly #running = new Map<string, Program>();
  readonly #started: ProcessIdentity[] = [];
  readonly #reaper;
  readonly #options;

  constructor(options: { root: string; env: NodeJS.ProcessEnv; logs: string; abort: AbortSignal }) {
    this.#options = options;
    this.#reaper = startProcessReaper(options.root);
  }

  migrate(): Promise<void> {
    const { root, env, logs, abort } = this.#options;
    const args = [join(root, 'dist/programs/migrate.js')];
    return runProgram({ name: 'The migration', args, root, env, log: join(logs, 'migrate.log') }, abort);
  }

  /** Resolves when the program is ready. */
  async start(name: 'api' | 'workers', management: number): Promise<Program> {
    const { root, logs, abort } = this.#options;
    const args = [join(root, `dist/programs/${name}.js`)];
    const env = { ...this.#options.env, MANAGEMENT_PORT: String(management) };
    const program = startProgram({ name, args, root, env, log: join(logs, `${name}.log`) });
    this.#running.set(name, program);
    this.#started.push(program);
    this.#reaper.replaceList({ programs: this.#started, servers: [], files: [] });
    await waitUntilReady(`http://127.0.0.1:${management}/ready`, program, abort);
    return program;
  }

  async kill(name: 'api' | 'workers'): Promise<void> {
    const program = this.#running.get(name)!;
    signal(program, 'SIGKILL');
    await program.ended;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running.values()].map((program) => program.stop(10_000)));
  }

  stopReaper(): void {
    this.#reaper.stop();
  }
}

/** Runs SQL statements that return a count. Connects again after a restart of PostgreSQL. */
class DatabaseCounter {
  readonly #url: string;
  #client: Client | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async count(sql: string, values: unknown[] = []): Promise<number> {
    const read = async () => {
      const { rows } = await (this.#client ?? (await this.#connect())).query<Record<string, number>>(sql, values);
      return Object.values(rows[0]!)[0]!;
    };
    return read().catch(() => {
      this.#client = undefined;
      return read();
    });
  }

  async close(): Promise<void> {
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<Client> {
    const client = new Client({ connectionString: this.#url });
    client.on('error', () => undefined);
    await client.connect();
    return (this.#client = client);
  }
}

/** @returns a function that buys the next pattern; a new buyer registers when the current one owns all patterns */
function createBuy(client: ShopClient, offers: Offer[]): () => Promise<string> {
  let number = 0;
  let buyer: Promise<Buyer>;
  return async () => {
    const at = number % offers.length;
    if (at === 0) buyer = client.register(`faults-${number}`);
    number += 1;
    const payment = await client.startPayment(await buyer, offers[at]!.id);
    await client.confirmCard(payment);
    return payment.purchase_id;
  };
}

async function waitUntilReady(url: string, program: Program, abort: AbortSignal): Promise<void> {
  const giveUpAt = performance.now() + TIMEOUT_MS;
  for (;;) {
    const response = await fetch(url, { signal: abort }).catch(() => null);
    if (response?.ok) return;
    const ended = await Promise.race([program.ended, pause(50)]);
    if (ended || performance.now() > giveUpAt) throw new Error(`${program.name} is not ready; see ${program.log}`);
  }
}
