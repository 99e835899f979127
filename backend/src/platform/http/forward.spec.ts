import Fastify from 'fastify';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forward } from './forward.js';

const OWN_POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const THEIRS: Record<string, Record<string, string | string[]>> = {
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
    response.writeHead(200, THEIRS[request.url!]).end('<script>1</script>'),
  );
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  await forward(shop, { path: '/elsewhere', upstream: origin, allowed: /^\/files\//, pages: /^\/files\/bank\// });
});
afterAll(async () => {
  await shop.close();
  upstream.close();
});

const SANDBOXED = "default-src 'none'; sandbox";

it.each([
  ['is shown in the sandbox, whatever policy it brings', '/files/page', SANDBOXED],
  ['keeps its own policy where it is a page that the shop names', '/files/bank/page', OWN_POLICY],
  ['is shown in the sandbox where such a page brings no policy', '/files/bank/bare', SANDBOXED],
])('what another server answers %s, and sets no cookie for the shop', async (_, path, policy) => {
  const { statusCode, headers } = await shop.inject(`/elsewhere${path}`);
  expect([statusCode, headers['content-security-policy']]).toEqual([200, policy]);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['set-cookie']).toBeUndefined();
});
