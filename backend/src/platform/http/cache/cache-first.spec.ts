import fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { respondFirst } from './cache-first.js';

let app: FastifyInstance;
let socket: Socket;
let hooked: string[];
let arrived: PromiseWithResolvers<void>;
let released: PromiseWithResolvers<string>;

beforeEach(async () => {
  hooked = [];
  arrived = Promise.withResolvers();
  released = Promise.withResolvers();
  app = fastify({ requestTimeout: 4_321, forceCloseConnections: 'idle' });
  app.addHook('onRequest', async ({ url }) => void hooked.push(url));
  app.get('/slow', () => {
    arrived.resolve();
    return released.promise;
  });
  respondFirst(app.server, ({ url }, response, pass) => {
    if (url === '/cached') response.writeHead(200, ['content-length', '4']).end('kept');
    if (url === '/deferred') setImmediate(pass);
    return url !== '/slow';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
});
afterEach(async () => {
  socket.destroy();
  await app.close();
});

const ask = (path: string, more = '') => socket.write(`GET ${path} HTTP/1.1\r\nhost: shop\r\n${more}\r\n`);

it('responds before the framework, in order on one connection, and passes other requests on', async () => {
  ask('/cached');
  ask('/slow');
  ask('/cached', 'connection: close\r\n');
  released.resolve('worked out');
  const statuses = (await text(socket)).match(/HTTP\/1\.1 \d+|kept|worked out/g);
  expect(statuses).toEqual(['HTTP/1.1 200', 'kept', 'HTTP/1.1 200', 'worked out', 'HTTP/1.1 200', 'kept']);
  expect(hooked).toEqual(['/slow']);
  expect(app.server.requestTimeout).toBe(4_321);
});

it('passes a request to the framework after a deferred decision', async () => {
  ask('/deferred', 'connection: close\r\n');
  expect(await text(socket)).toMatch(/ 404 Not Found/);
  expect(hooked).toEqual(['/deferred']);
});

it('responds 503 and closes the connection while the server shuts down', async () => {
  ask('/slow');
  await arrived.promise;
  const closed = app.close();
  while (app.server.listening) await new Promise(setImmediate);
  ask('/cached');
  const answers = text(socket);
  released.resolve('worked out');
  expect(await answers).toMatch(/ 200 OK[^]*worked out[^]* 503 [^]*connection: close/i);
  await closed;
});
