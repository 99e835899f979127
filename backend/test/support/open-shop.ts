import type { Server } from 'node:http';
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
  /** Runs the workers too, as a second application of this process. */
  workers?: boolean;
  /** The backend of the queues; Redis needs TEST_REDIS_URL. */
  queue?: 'postgres' | 'redis';
  /** False leaves the port to an API in a separate process. */
  listen?: boolean;
  /** Starts a mail server; by default with workers or a separate API process. */
  mail?: boolean;
  /** Services that API and workers reach through a proxy, which the test can cut or hold. */
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

/** The address of a port on which no server listens. */
const NO_MAIL = 'smtp://127.0.0.1:9';

/** @returns the configuration of the API */
export const apiConfig = (env: Record<string, string>) => loadConfig({ needs: PROGRAM_NEEDS.api, env });

/** Starts database, S3, card payments and optionally a mail server. @returns also the environment of the shop's programs */
async function startServices({
  workers = false,
  queue = 'postgres',
  listen = true,
  mail: hasMail = workers || !listen,
  proxied = [],
  env: changes,
}: ShopOptions) {
  const directory = mkdtempSync(join(tmpdir(), 'shop-'));
  const [database, mail, port] = await Promise.all([
    freshDatabase(),
    hasMail ? openMailbox() : null,
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
    // All tests share one IP address; tests of rate limits set their own factor.
    RATE_LIMIT_FACTOR: '1000',
    ...(redisUrl && { REDIS_URL: proxies.redis?.urlOf(redisUrl) ?? redisUrl }),
    ...changes,
  };
  return {
    port,
    database,
    mail,
    stripe,
    proxies,
    env,
    async close() {
      await Promise.all([proxies.s3?.close(), proxies.redis?.close()]);
      await Promise.all([stripe.close(), s3.close(), mail?.close()]);
      await database.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Starts a shop: the services, the API, and optionally the workers. */
export async function openShop(options: ShopOptions = {}) {
  const { workers = false, listen = true } = options;
  const services = await startServices(options);
  const { port, database, mail, stripe, proxies, env } = services;
  // The tests get all settings; API and workers get only the settings of their programs.
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
    /** The environment for API and workers in separate processes. */
    env,
    proxies,
    url: config.publicUrl,
    api,
    sql,
    /** Connects as the owner of the schema, for statements that the programs have no right to execute. */
    owner: new Sql({ databaseUrl: database.ownerUrl, databaseConnections: 2 }),
    files: api.get(Files),
    stripe,
    http: supertest(config.publicUrl),
    workers: worker!,
    get mailbox() {
      if (!mail) throw new Error('this shop has no mail server: open it with workers or { mail: true }');
      return mail.webUrl;
    },
    mails: () => listMails(shop.mailbox),
    /** Waits until all events are relayed and all jobs have ended. */
    settles: () => settles(sql),
    async close() {
      // Closes open connections, e.g. of a webhook from the fake. A program does this after its grace period (main.ts), but
      // this API runs without main.ts.
      (api.getHttpServer() as Server).closeAllConnections();
      for (const app of running.toReversed()) await app.close();
      await endQueuePools();
      await shop.owner.onApplicationShutdown();
      await services.close();
    },
  };
  return shop;
}

/** Clears the database of this Jest worker in the shared Redis. */
async function emptyRedis(): Promise<string> {
  const url = new URL(process.env.TEST_REDIS_URL!);
  url.pathname = `/${Number(process.env.TEST_REDIS_DATABASES_FROM ?? 0) + Number(process.env.JEST_WORKER_ID ?? 0)}`;
  const redis = new Redis(url.href);
  await redis.flushdb();
  await redis.quit();
  return url.href;
}

/** Imports the workers only when needed: they are a third of all modules, and each test file or group loads them again. */
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
 * The fakes need to know the port before the shop listens on it, and no other program may take the port in the meantime.
 * The candidates are therefore below the ephemeral ports, and each process has its own hundred ports.
 */
function candidatePorts(): number[] {
  const first = 20_000 + (process.pid % 100) * 100 + (opened++ % 5) * 20;
  return Array.from({ length: 20 }, (_, n) => first + n);
}
