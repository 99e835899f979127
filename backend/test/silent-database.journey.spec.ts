import { EntityManager } from '@mikro-orm/postgresql';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Relay } from '#workers/runtime/relay.js';
import { WorkersModule } from '#workers/workers.module.js';
import { createApi } from '../src/create-api.js';
import { type OpenShop, openShop } from './support/open-shop.js';
import { until } from './support/settles.js';
import { FlakyProxy } from './support/flaky-proxy.js';

let shop: OpenShop;
let proxy: FlakyProxy;
let api: NestFastifyApplication;
let workers: INestApplicationContext;

beforeAll(async () => {
  shop = await openShop({ mail: true });
  proxy = await FlakyProxy.to(shop.config.databaseUrl);
  const config = { ...shop.config, databaseUrl: proxy.urlOf(shop.config.databaseUrl) };
  api = await createApi(config);
  await api.init();
  workers = await NestFactory.createApplicationContext(WorkersModule.with(config), { logger: false });
});
afterAll(async () => {
  proxy?.restore();
  await Promise.all([api?.close(), workers?.close()]);
  await proxy?.close();
  await shop?.close();
});

let count = 0;
const search = async () => (await api.inject(`/api/patterns?search=rock${(count += 1)}`)).statusCode;
const register = async (email = `visitor${(count += 1)}@example.org`) => {
  const payload = { email, password: 'a long enough Passw0rd!' };
  return (await api.inject({ method: 'POST', url: '/api/auth/register', payload })).statusCode;
};
const fourTimes = <T>(send: () => Promise<T>) => Promise.all(Array.from({ length: 4 }, send));
const hasArrived = (email: string) => async () =>
  (await shop.mails()).some(({ to }) => to.some(({ address }) => address === email));

it('a broken connection leads to 503 with Retry-After, never to 500', async () => {
  const stopBreaking = new AbortController();
  const breaking = (async () => {
    while (!stopBreaking.signal.aborted) {
      proxy.cut();
      await new Promise(setImmediate);
      proxy.restore();
      await search();
    }
  })();
  const registerAs = (nth: number) =>
    api.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: { email: `broken${nth}@example.org`, password: 'a long enough Passw0rd!' },
    });
  const responses: Awaited<ReturnType<typeof registerAs>>[] = [];
  for (let round = 0; round < 10; round += 1)
    responses.push(...(await Promise.all(Array.from({ length: 10 }, (_, n) => registerAs(round * 10 + n)))));
  stopBreaking.abort();
  await breaking;
  const failed = responses.filter(({ statusCode }) => statusCode >= 500);
  expect(failed.length).toBeGreaterThan(0);
  expect(new Set(failed.map(({ statusCode, headers }) => `${statusCode} ${headers['retry-after']}`))).toEqual(
    new Set(['503 1']),
  );
});

it('API, relay and workers recover from a database that stops responding', async () => {
  expect(await fourTimes(search)).toEqual([200, 200, 200, 200]);
  expect(await fourTimes(() => register())).toEqual([201, 201, 201, 201]);
  await shop.settles();

  proxy.blackhole();
  const { loop } = workers.get(Relay, { strict: false });
  loop.wake();
  const em = api.get(EntityManager).fork();
  const entityQuery = em
    .getConnection()
    .execute('select 1')
    .catch((error: Error) => error.message);
  const searches = Promise.all([search(), search(), search()]);
  // As after a failover to a standby: the earlier connections stay dead.
  proxy.restore();
  const restored = Date.now();
  expect(await searches).toEqual([503, 503, 503]);
  expect(await entityQuery).toContain('PostgreSQL does not respond');
  expect([await search(), await register('later@example.org')]).toEqual([200, 201]);
  expect(Date.now() - restored).toBeLessThan(13_000);

  await until('the mail has arrived', hasArrived('later@example.org'));
  expect(Date.now() - restored).toBeLessThan(25_000);
  expect(loop.hangs).toBe(false);
});
