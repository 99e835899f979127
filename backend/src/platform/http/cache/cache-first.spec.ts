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
    if (url === '/cached') response.writeHead(200, ['content-length', '15']).end('cached response');
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

it('the responder responds before Fastify, in order on one connection; Fastify gets what the responder declines', async () => {
  sendRequest('/cached');
  sendRequest('/slow');
  sendRequest('/cached', 'connection: close\r\n');
  slowResponse.resolve('slow response');
  const statuses = (await text(socket)).match(/HTTP\/1\.1 \d+|cached response|slow response/g);
  expect(statuses).toEqual([
    'HTTP/1.1 200',
    'cached response',
    'HTTP/1.1 200',
    'slow response',
    'HTTP/1.1 200',
    'cached response',
  ]);
  expect(frameworkUrls).toEqual(['/slow']);
  expect(app.server.requestTimeout).toBe(4_321);
});

it('Fastify gets a request when the responder calls `pass` later', async () => {
  sendRequest('/deferred', 'connection: close\r\n');
  expect(await text(socket)).toMatch(/ 404 Not Found/);
  expect(frameworkUrls).toEqual(['/deferred']);
});

it('a request on an open connection gets a 503 while the server shuts down, and the connection is closed', async () => {
  sendRequest('/slow');
  await slowArrived.promise;
  const closed = app.close();
  while (app.server.listening) await new Promise(setImmediate);
  sendRequest('/cached');
  const responses = text(socket);
  slowResponse.resolve('slow response');
  expect(await responses).toMatch(/ 200 OK[^]*slow response[^]* 503 [^]*connection: close/i);
  await closed;
});
