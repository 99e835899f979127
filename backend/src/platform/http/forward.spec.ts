import Fastify from 'fastify';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forward } from './forward.js';

const OWN_POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const RESPONSES: Record<string, Record<string, string | string[]>> = {
  '/files/page': {
    'content-type': 'text/html',
    'content-security-policy': "default-src *; script-src * 'unsafe-inline'",
    'x-content-type-options': 'none',
    'set-cookie': ['session=mine', 'second=too'],
  },
  '/files/bank/page': { 'content-type': 'text/html', 'content-security-policy': OWN_POLICY, 'set-cookie': 'a=b' },
  '/files/bank/bare': { 'content-type': 'text/html' },
};

let upstream: Server;
const shop = Fastify();

beforeAll(async () => {
  upstream = createServer((request, response) =>
    response.writeHead(200, RESPONSES[request.url!]).end('<script>1</script>'),
  );
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  await forward(shop, { path: '/upstream', upstream: origin, allowed: /^\/files\//, pages: /^\/files\/bank\// });
});
afterAll(async () => {
  await shop.close();
  upstream.close();
});

const SANDBOXED = "default-src 'none'; sandbox";

it.each([
  ['is sandboxed and loses its own policy', '/files/page', SANDBOXED],
  ['from a path in `pages` keeps its own policy', '/files/bank/page', OWN_POLICY],
  ['from a path in `pages` without its own policy is sandboxed', '/files/bank/bare', SANDBOXED],
])('a forwarded response %s, and its cookies are removed', async (_, path, policy) => {
  const { statusCode, headers } = await shop.inject(`/upstream${path}`);
  expect([statusCode, headers['content-security-policy']]).toEqual([200, policy]);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['set-cookie']).toBeUndefined();
});
