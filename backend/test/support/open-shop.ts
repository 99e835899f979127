import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { generateKeyPairSync } from 'node:crypto';
import { Redis } from 'ioredis';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from 'nestjs-pino';
import supertest from 'supertest';
import { freePort } from '#sandbox/free-port.ts';
import { listMails } from '#sandbox/mail/mail.ts';
import { startS3 } from '#sandbox/s3/start-s3.ts';
import { startStripe } from '#sandbox/stripe/start-stripe.ts';
import { createApi } from '../../src/create-api.js';
import { NEEDS, PROGRAM_NEEDS, workerNeeds } from '../../src/platform/config/needs.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { Files } from '../../src/platform/storage/files.js';
import { QUEUES } from '../../src/platform/events/queue-names.js';
import { endQueuePools } from '../../src/platform/events/queues.js';
import { Sql } from '../../src/platform/database/sql.js';
import { freshDatabase } from './databases.js';
import { openMailbox } from './mailboxes.js';
import { settles } from './settles.js';
import { FlakyProxy } from './flaky-proxy.js';

export interface ShopOptions {
  /** Run the workers too, as a second application of this process. */
  workers?: boolean;
  /** Which backend carries the queues; Redis only where TEST_REDIS_URL is set. */
  queue?: 'postgres' | 'redis';
  /** False leaves the port to an API that runs as a program of its own. */
  listen?: boolean;
  /** A mail server. By default where workers run, here or beside an API that is a program of its own. */
  mail?: boolean;
  /** Services that are reached through a proxy which the test may cut or hold. */
  proxied?: ('s3' | 'redis')[];
  env?: Record<string, string>;
}

export type OpenShop = Awaited<ReturnType<typeof openShop>>;

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const SECRETS = {
  S3_ACCESS_KEY_ID: 'test-access-key',
  S3_SECRET_ACCESS_KEY: 'test-secret-access-key',
  STRIPE_SECRET_KEY: 'sk_test_shop',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_shop',
  STRIPE_WEBHOOK_SECRET: 'whsec_shop_test',
  TOKEN_SECRET: 'a secret that only the tests know, long enough',
  JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};

/** Nobody listens there. */
const NO_MAIL = 'smtp://127.0.0.1:9';

/** As the program of the API reads it. */
export const apiConfig = (env: Record<string, string>) => loadConfig({ needs: PROGRAM_NEEDS.api, env });

/** A whole shop on real protocols: API, database, S3, SMTP, card payments, and the workers when asked for. */
export async function openShop(options: ShopOptions = {}) {
  const {
    workers = false,
    queue = 'postgres',
    listen = true,
    mail: sends = workers || !listen,
    proxied = [],
  } = options;
  const directory = mkdtempSync(join(tmpdir(), 'shop-'));
  const [database, mail, port] = await Promise.all([
    freshDatabase(),
    sends ? openMailbox() : null,
    freePort(candidatePorts()),
  ]);
  const s3 = await startS3({
    directory: join(directory, 's3'),
    port: 0,
    accessKeyId: SECRETS.S3_ACCESS_KEY_ID,
    secretAccessKey: SECRETS.S3_SECRET_ACCESS_KEY,
  });
  const stripe = await startStripe({
    port: 0,
    secretKey: SECRETS.STRIPE_SECRET_KEY,
    publishableKey: SECRETS.STRIPE_PUBLISHABLE_KEY,
    webhookUrl: `http://127.0.0.1:${port}/api/payments/webhook`,
    webhookSecret: SECRETS.STRIPE_WEBHOOK_SECRET,
  });
  const redisUrl = queue === 'redis' ? await emptyRedis() : null;
  const proxies = {
    s3: proxied.includes('s3') ? await FlakyProxy.to(s3.url) : null,
    redis: proxied.includes('redis') && redisUrl ? await FlakyProxy.to(redisUrl) : null,
  };
  const env = {
    ...SECRETS,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: database.url,
    S3_ENDPOINT: proxies.s3?.urlOf(s3.url) ?? s3.url,
    SMTP_URL: mail?.smtpUrl ?? NO_MAIL,
    STRIPE_API_BASE: stripe.url,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'fatal',
    // Tests come from one address; those about limits set their own.
    RATE_LIMIT_FACTOR: '1000',
    ...(redisUrl && { REDIS_URL: proxies.redis?.urlOf(redisUrl) ?? redisUrl }),
    ...options.env,
  };
  // What the tests themselves look into; API and workers get only what their programs ask for.
  const config = loadConfig({ needs: NEEDS, env });
  const api = await createApi(apiConfig(env));
  await api.get(Files).ensureBucket();
  await (listen ? api.listen(port, '127.0.0.1') : api.init());
  const running: INestApplicationContext[] = [api];
  const sql = api.get(Sql);
  const worker = workers ? await openWorkers(env) : null;
  if (worker) running.push(worker);

  const shop = {
    config,
    /** The environment of an API or of workers that run as programs of their own. */
    env,
    proxies,
    url: config.publicUrl,
    api,
    sql,
    /** As the role that owns the schema, for what no program may do. */
    owner: new Sql({ databaseUrl: database.ownerUrl, databaseConnections: 2 }),
    files: api.get(Files),
    stripe,
    http: supertest(config.publicUrl),
    workers: worker!,
    get mailbox() {
      if (!mail) throw new Error('this shop sends no mail: open it with workers, or with { mail: true }');
      return mail.webUrl;
    },
    mails: () => listMails(shop.mailbox),
    /** Waits until the outbox is empty and every reaction has had its effect. */
    settles: () => settles(sql),
    async close() {
      for (const app of running.toReversed()) await app.close();
      await endQueuePools();
      await shop.owner.onApplicationShutdown();
      await Promise.all([proxies.s3?.close(), proxies.redis?.close()]);
      await Promise.all([stripe.close(), s3.close(), mail?.close()]);
      await database.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return shop;
}

/** One Redis serves test files that run side by side: each Jest worker has a database of its own there, empty at first. */
async function emptyRedis(): Promise<string> {
  const url = new URL(process.env.TEST_REDIS_URL!);
  url.pathname = `/${Number(process.env.TEST_REDIS_DATABASES_FROM ?? 0) + Number(process.env.JEST_WORKER_ID ?? 0)}`;
  const redis = new Redis(url.href);
  await redis.flushdb();
  await redis.quit();
  return url.href;
}

/** What only workers need is loaded only where they run: it is a third of everything, and each test file or group loads anew. */
async function openWorkers(env: Record<string, string>): Promise<INestApplicationContext> {
  const { WorkersModule } = await import('#workers/workers.module.js');
  const config = loadConfig({ needs: [...PROGRAM_NEEDS.workers, ...workerNeeds(QUEUES)], env });
  const app = await NestFactory.createApplicationContext(WorkersModule.with(config), {
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  return app;
}

let opened = 0;

/**
 * The address is told to others before the shop listens on it. Below the ports that the system hands out, nobody else
 * takes it in between; each process has its own hundred.
 */
function candidatePorts(): number[] {
  const first = 20_000 + (process.pid % 100) * 100 + (opened++ % 5) * 20;
  return Array.from({ length: 20 }, (_, n) => first + n);
}
