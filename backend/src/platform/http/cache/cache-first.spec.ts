import fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { respondFirst } from './cache-first.js';

let app: FastifyInstance;
let socket: Socket;
let frameworkUrls: string[];
let slowArrived: PromiseWithResolvers<void>;
let slowResponse: PromiseWithResolvers<string>;

beforeEach(async () => {
  frameworkUrls = [];
  slowArrived = Promise.withResolvers();
  slowResponse = Promise.withResolvers();
  app = fastify({ requestTimeout: 4_321, forceCloseConnections: 'idle' });
  app.addHook('onRequest', async ({ url }) => void frameworkUrls.push(url));
  app.get('/slow', () => {
    slowArrived.resolve();
    return slowResponse.promise;
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

const sendRequest = (path: string, headers = '') =>
  socket.write(`GET ${path} HTTP/1.1\r\nhost: shop\r\n${headers}\r\n`);

it('responds before Fastify, in order on one connection, and passes all other requests to Fastify', async () => {
  sendRequest('/cached');
  sendRequest('/slow');
  sendRequest('/cached', 'connection: close\r\n');
  slowResponse.resolve('worked out');
  const statuses = (await text(socket)).match(/HTTP\/1\.1 \d+|kept|worked out/g);
  expect(statuses).toEqual(['HTTP/1.1 200', 'kept', 'HTTP/1.1 200', 'worked out', 'HTTP/1.1 200', 'kept']);
  expect(frameworkUrls).toEqual(['/slow']);
  expect(app.server.requestTimeout).toBe(4_321);
});

it('passes a request to Fastify when the responder calls `pass` later', async () => {
  sendRequest('/deferred', 'connection: close\r\n');
  expect(await text(socket)).toMatch(/ 404 Not Found/);
  expect(frameworkUrls).toEqual(['/deferred']);
});

it('responds 503 and closes the connection while the server shuts down', async () => {
  sendRequest('/slow');
  await slowArrived.promise;
  const closed = app.close();
  while (app.server.listening) await new Promise(setImmediate);
  sendRequest('/cached');
  const responses = text(socket);
  slowResponse.resolve('worked out');
  expect(await responses).toMatch(/ 200 OK[^]*worked out[^]* 503 [^]*connection: close/i);
  await closed;
});
