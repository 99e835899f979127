import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { openShop, type OpenShop } from './support/open-shop.js';
import { until } from './support/settles.js';

/** As many as the shop takes of those who go ahead of a crowd. */
const AHEAD = 20;
const WEBHOOK = 'POST /api/payments/webhook HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n';
/** The answer is far larger than what the system keeps for a connection. */
const MUCH = 'GET /api/openapi.json HTTP/1.1\r\nhost: shop\r\n\r\n'.repeat(40);

let shop: OpenShop;
const sockets: Socket[] = [];

beforeAll(async () => {
  shop = await openShop();
}, 60_000);
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

it('lets go of whoever sends half a request, and of whoever never reads the answer; others are served meanwhile', async () => {
  const unread = await say(MUCH);
  unread.pause();
  const halves = await Promise.all(Array.from({ length: AHEAD }, () => say(`${WEBHOOK}content-length: 5000\r\n\r\n{`)));
  const answers = Promise.all(
    halves.map(async (half) =>
      Buffer.concat(await half.toArray())
        .toString('latin1')
        .slice(0, 12),
    ),
  );
  await until('the webhook is full', async () => (await shop.http.post('/api/payments/webhook')).status === 503);
  await shop.http.get('/health').expect(200);
  await shop.http.get('/api/patterns').expect(200);

  expect(new Set(await answers)).toEqual(new Set(['HTTP/1.1 408']));
  expect((await shop.http.post('/api/payments/webhook')).status).toBe(400);
  await until('the unread answer is given up', async () => (await openConnections()) === 0, 45_000);
}, 90_000);
