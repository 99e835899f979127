import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { signatureHeader } from '#sandbox/stripe/webhook-sender.ts';
import { webhooks } from '../src/platform/telemetry/metrics.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { stripeEvent, postWebhook, type StripeEvent } from './support/stripe-event.js';
import { until } from './support/settles.js';

/** More than the maximum of concurrent webhooks (20) and other requests (200). */
const UNFINISHED = 500;
const ENDPOINTS = ['POST /api/payments/webhook', 'POST /api/auth/login'];
const UNFINISHED_BODY = ' HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{';
/** An unfinished upload form for the storage. */
const UNFINISHED_FORM = UNFINISHED_BODY.replace('application/json', 'multipart/form-data; boundary=x').replace(
  '{',
  '--x\r\ncontent-disposition: form-data; name="key"\r\n\r\n',
);
/** 40 requests on one connection. Their responses together are far larger than the socket buffers. */
const REQUESTS_WITH_LARGE_RESPONSES = 'GET /api/openapi.json HTTP/1.1\r\nhost: shop\r\n\r\n'.repeat(40);

let shop: OpenShop;
const sockets: Socket[] = [];

beforeAll(async () => {
  shop = await openShop({ env: { S3_PUBLIC_ENDPOINT: '/storage' } });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await shop?.close();
});

async function openRequest(bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

const openConnections = () =>
  new Promise<number>((resolve, reject) =>
    shop.api.getHttpServer().getConnections((error: Error | null, count: number) => {
      if (error) reject(error);
      else resolve(count);
    }),
  );

it('a client that leaves its request unfinished or its response unread is disconnected; others are served', async () => {
  const unread = await openRequest(REQUESTS_WITH_LARGE_RESPONSES);
  unread.pause();
  const unfinished = await Promise.all(
    Array.from({ length: UNFINISHED }, (_, n) => openRequest(`${ENDPOINTS[n % 2]}${UNFINISHED_BODY}`)),
  );
  const statusLines = Promise.all(
    unfinished.map(async (socket) =>
      Buffer.concat(await socket.toArray())
        .toString('latin1')
        .slice(0, 12),
    ),
  );
  await until('all connections are open', async () => (await openConnections()) > UNFINISHED);
  // A request counts towards the limit when its body is complete, so unfinished ones block neither webhooks nor visitors.
  for (let times = 0; times < 5; times += 1) {
    expect((await shop.http.post('/api/payments/webhook').send({})).status).toBe(400);
    expect((await shop.http.post('/api/auth/login').send({})).status).toBe(400);
    await shop.http.get('/health').expect(200);
    await shop.http.get('/api/patterns').expect(200);
  }

  expect(new Set(await statusLines)).toEqual(new Set(['HTTP/1.1 408']));
  expect((await shop.http.post('/api/payments/webhook')).status).toBe(400);
  await until('the unread response is closed', async () => (await openConnections()) === 0, 45_000);
}, 90_000);

it('unfinished requests to the storage proxy have their own limit', async () => {
  const unfinished = await Promise.all(
    Array.from({ length: 260 }, () => openRequest(`POST /storage/patterns${UNFINISHED_FORM}`)),
  );
  for (const socket of unfinished) socket.on('error', () => undefined);
  const storageStatus = async () => (await shop.http.get('/storage/patterns/x')).status;
  await until('the limit of the storage proxy is reached', async () => (await storageStatus()) === 503);
  for (let times = 0; times < 5; times += 1) {
    await shop.http.get('/api/patterns').expect(200);
    expect((await shop.http.post('/api/auth/login').send({})).status).toBe(400);
    expect((await shop.http.post('/api/payments/webhook').send({})).status).toBe(400);
  }
  for (const socket of unfinished) socket.destroy();
  await until('the storage is reachable again', async () => (await storageStatus()) === 403);
});

it('the oldest unfinished requests are disconnected when all unfinished bodies together exceed 64 MiB', async () => {
  const large =
    'POST /api/patterns HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n';
  const unfinished = await Promise.all(Array.from({ length: 90 }, () => openRequest(large + ' '.repeat(999_000))));
  for (const socket of unfinished) socket.on('error', () => undefined);
  await until('some connections are closed', () =>
    Promise.resolve(unfinished.some((socket) => socket.closed || socket.readableEnded)),
  );
  expect((await shop.http.post('/api/auth/login').send({})).status).toBe(400);
  expect(unfinished.filter((socket) => !socket.closed && !socket.readableEnded).length).toBeGreaterThan(40);
  for (const socket of unfinished) socket.destroy();
});

it.each([
  ['NUL in its id', { id: 'evt_a\0b' }],
  ['NUL in its type', { type: 'payment_intent.succeeded\0' }],
  ['NUL deep inside', { data: { object: { id: 'pi_1', metadata: { note: ['a', { b: '\0' }] } } } }],
  ['half of a surrogate pair', { data: { object: { id: 'pi_\ud800' } } }],
])('a webhook with %s is refused as malformed, and counted', async (_, invalid) => {
  const countMalformed = async () =>
    (await webhooks.get()).values.find(({ labels }) => labels.outcome === 'malformed')!.value;
  const before = await countMalformed();
  const response = await postWebhook(shop, {
    ...stripeEvent('customer.created', { id: 'cus_1' }),
    ...invalid,
  } as StripeEvent);
  expect([response.status, response.body.code]).toEqual([400, 'BAD_REQUEST']);
  expect(await countMalformed()).toBe(before + 1);
});

it('a webhook whose JSON is nested 10,000 levels deep is refused as malformed', async () => {
  const nested = '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000);
  const body = JSON.stringify(stripeEvent('customer.created', { id: 'cus_1', metadata: '@' })).replace('"@"', nested);
  const signature = signatureHeader(body, shop.config.checkout.webhookSecret, Math.floor(Date.now() / 1000));
  const response = await postWebhook(shop, stripeEvent('customer.created', {}), { body, signature });
  expect([response.status, response.body.code]).toEqual([400, 'BAD_REQUEST']);
});
