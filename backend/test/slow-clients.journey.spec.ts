import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { signatureHeader } from '#sandbox/stripe/webhook-sender.ts';
import { webhooks } from '../src/platform/telemetry/metrics.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { stripeEvent, postWebhook, type StripeEvent } from './support/stripe-event.js';
import { until } from './support/settles.js';

/** More than the shop has places, for webhooks (20) and for everything else (200). */
const HALVES = 500;
const WHERE = ['POST /api/payments/webhook', 'POST /api/auth/login'];
const HALF = ' HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{';
/** Of a form with a file, for which the storage waits. */
const HALF_FORM = HALF.replace('application/json', 'multipart/form-data; boundary=x').replace(
  '{',
  '--x\r\ncontent-disposition: form-data; name="key"\r\n\r\n',
);
/** The answer is far larger than what the system keeps for a connection. */
const MUCH = 'GET /api/openapi.json HTTP/1.1\r\nhost: shop\r\n\r\n'.repeat(40);

let shop: OpenShop;
const sockets: Socket[] = [];

beforeAll(async () => {
  shop = await openShop({ env: { S3_PUBLIC_ENDPOINT: '/storage' } });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await shop?.close();
});

async function say(words: string): Promise<Socket> {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(words);
  return socket;
}

const openConnections = () =>
  new Promise<number>((resolve, reject) =>
    shop.api.getHttpServer().getConnections((error: Error | null, count: number) => {
      if (error) reject(error);
      else resolve(count);
    }),
  );

it('lets go of a client that sends half a request, and of one that never reads the answer; others are served meanwhile', async () => {
  const unread = await say(MUCH);
  unread.pause();
  const halves = await Promise.all(Array.from({ length: HALVES }, (_, n) => say(`${WHERE[n % 2]}${HALF}`)));
  const answers = Promise.all(
    halves.map(async (half) =>
      Buffer.concat(await half.toArray())
        .toString('latin1')
        .slice(0, 12),
    ),
  );
  await until('the shop has them all', async () => (await openConnections()) > HALVES);
  // Review point 14: a place is given when the body is in, so that unsigned halves keep no payment and no visitor out.
  for (let times = 0; times < 5; times += 1) {
    expect((await shop.http.post('/api/payments/webhook').send({})).status).toBe(400);
    expect((await shop.http.post('/api/auth/login').send({})).status).toBe(400);
    await shop.http.get('/health').expect(200);
    await shop.http.get('/api/patterns').expect(200);
  }

  expect(new Set(await answers)).toEqual(new Set(['HTTP/1.1 408']));
  expect((await shop.http.post('/api/payments/webhook')).status).toBe(400);
  await until('the unread answer is given up', async () => (await openConnections()) === 0, 45_000);
}, 90_000);

it('gives halves for the storage, which it passes on unread, places of their own alone', async () => {
  const halves = await Promise.all(Array.from({ length: 260 }, () => say(`POST /storage/patterns${HALF_FORM}`)));
  for (const half of halves) half.on('error', () => undefined);
  const stored = async () => (await shop.http.get('/storage/patterns/x')).status;
  await until('no place for the storage is left', async () => (await stored()) === 503);
  for (let times = 0; times < 5; times += 1) {
    await shop.http.get('/api/patterns').expect(200);
    expect((await shop.http.post('/api/auth/login').send({})).status).toBe(400);
    expect((await shop.http.post('/api/payments/webhook').send({})).status).toBe(400);
  }
  for (const half of halves) half.destroy();
  await until('the storage can be reached again', async () => (await stored()) === 403);
});

it('closes the oldest of them when they take too much memory (review point 14)', async () => {
  const large =
    'POST /api/patterns HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n';
  const halves = await Promise.all(Array.from({ length: 90 }, () => say(large + ' '.repeat(999_000))));
  for (const half of halves) half.on('error', () => undefined);
  await until('some are closed', () => Promise.resolve(halves.some((half) => half.closed || half.readableEnded)));
  expect((await shop.http.post('/api/auth/login').send({})).status).toBe(400);
  expect(halves.filter((half) => !half.closed && !half.readableEnded).length).toBeGreaterThan(40);
  for (const half of halves) half.destroy();
});

it.each([
  ['NUL in its id', { id: 'evt_a\0b' }],
  ['NUL in its type', { type: 'payment_intent.succeeded\0' }],
  ['NUL deep inside', { data: { object: { id: 'pi_1', metadata: { note: ['a', { b: '\0' }] } } } }],
  ['half of a surrogate pair', { data: { object: { id: 'pi_\ud800' } } }],
])('a webhook with %s is refused as malformed, and counted (review point 14)', async (_, odd) => {
  const counted = async () => (await webhooks.get()).values.find(({ labels }) => labels.outcome === 'malformed')!.value;
  const before = await counted();
  const answer = await postWebhook(shop, {
    ...stripeEvent('customer.created', { id: 'cus_1' }),
    ...odd,
  } as StripeEvent);
  expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
  expect(await counted()).toBe(before + 1);
});

it('a webhook that nests 10,000 levels is refused as malformed (review point 14)', async () => {
  const nested = '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000);
  const body = JSON.stringify(stripeEvent('customer.created', { id: 'cus_1', metadata: '@' })).replace('"@"', nested);
  const signature = signatureHeader(body, shop.config.checkout.webhookSecret, Math.floor(Date.now() / 1000));
  const answer = await postWebhook(shop, stripeEvent('customer.created', {}), { body, signature });
  expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
});
