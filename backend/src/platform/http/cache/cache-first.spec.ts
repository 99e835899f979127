import fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { answerFirst } from './cache-first.js';

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
  answerFirst(app.server, ({ url }, response, pass) => {
    if (url === '/kept') response.writeHead(200, ['content-length', '4']).end('kept');
    if (url === '/doubtful') setImmediate(pass);
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

it('answers what it can before the framework, in turn on one connection, and leaves it the rest', async () => {
  ask('/kept');
  ask('/slow');
  ask('/kept', 'connection: close\r\n');
  released.resolve('worked out');
  const statuses = (await text(socket)).match(/HTTP\/1\.1 \d+|kept|worked out/g);
  expect(statuses).toEqual(['HTTP/1.1 200', 'kept', 'HTTP/1.1 200', 'worked out', 'HTTP/1.1 200', 'kept']);
  expect(hooked).toEqual(['/slow']);
  expect(app.server.requestTimeout).toBe(4_321);
});

it('leaves to the framework what it could not answer after all', async () => {
  ask('/doubtful', 'connection: close\r\n');
  expect(await text(socket)).toMatch(/ 404 Not Found/);
  expect(hooked).toEqual(['/doubtful']);
});

it('sends whoever asks once more while the shop closes to another one, and lets go of the connection', async () => {
  ask('/slow');
  await arrived.promise;
  const closed = app.close();
  while (app.server.listening) await new Promise(setImmediate);
  ask('/kept');
  const answers = text(socket);
  released.resolve('worked out');
  expect(await answers).toMatch(/ 200 OK[^]*worked out[^]* 503 [^]*connection: close/i);
  await closed;
});
