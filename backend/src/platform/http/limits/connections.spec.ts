import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Connections } from './connections.js';

const OPTIONS = { silenceMs: 100, deadlineMs: 5_000 };

let server: Server;
let connections: Connections;
/** Responses of /slow wait for this promise. */
let slowReleased: PromiseWithResolvers<void>;
beforeEach(async () => {
  slowReleased = Promise.withResolvers();
  server = createServer((request, response) => {
    if (request.url === '/slow') void slowReleased.promise.then(() => response.end('slow'));
    else response.end('quick');
  });
  connections = new Connections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  slowReleased.resolve();
  server.closeAllConnections();
  server.close();
});

const port = () => (server.address() as AddressInfo).port;
const text = async (response: IncomingMessage) => Buffer.concat(await response.toArray()).toString();

async function sendRequest(path: string, agent: Agent): Promise<{ body: string; connection: string | undefined }> {
  const request = get({ host: '127.0.0.1', port: port(), path, agent });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { body: await text(response), connection: response.headers.connection };
}

async function connectIdle(): Promise<Socket> {
  const socket = connect(port(), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

it('a server that shuts down closes idle connections and reports no cut-off response', async () => {
  const agent = new Agent({ keepAlive: true });
  await sendRequest('/quick', agent);
  const unused = await connectIdle();
  const closed = once(unused.resume(), 'end');
  expect(await connections.end(OPTIONS)).toBe(0);
  await closed;
  expect(server.listening).toBe(false);
});

it('a server that shuts down adds connection: close to its responses, also for new requests and connections', async () => {
  const keepAliveAgent = new Agent({ keepAlive: true });
  expect(await sendRequest('/quick', keepAliveAgent)).toEqual({ body: 'quick', connection: 'keep-alive' });
  const arrived = once(server, 'request');
  const slow = sendRequest('/slow', new Agent({ keepAlive: true }));
  await arrived;
  const shutdown = connections.end(OPTIONS);
  const lateResponses = [sendRequest('/quick', keepAliveAgent), sendRequest('/quick', new Agent({ keepAlive: true }))];
  expect(await Promise.all(lateResponses)).toEqual([
    { body: 'quick', connection: 'close' },
    { body: 'quick', connection: 'close' },
  ]);
  slowReleased.resolve();
  expect(await slow).toEqual({ body: 'slow', connection: 'close' });
  expect(await shutdown).toBe(0);
});

it('a server that shuts down responds to clients that keep sending requests', async () => {
  const clients = Array.from({ length: 20 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const allClientsBusy = Promise.withResolvers<void>();
  const responses = clients.map(async (agent) => {
    for (let count = 0; ; count += 1) {
      if (count === 20) allClientsBusy.resolve();
      const { body, connection } = await sendRequest('/quick', agent);
      if (connection === 'close') return body;
    }
  });
  await allClientsBusy.promise;
  const shutdown = connections.end(OPTIONS);
  expect(new Set(await Promise.all(responses))).toEqual(new Set(['quick']));
  expect(await shutdown).toBe(0);
});

it('a server that shuts down cuts off unfinished responses at the deadline and reports their number', async () => {
  const arrived = once(server, 'request');
  const failed = sendRequest('/slow', new Agent({ keepAlive: true })).catch((error: Error) => error.message);
  await arrived;
  expect(await connections.end({ silenceMs: 10, deadlineMs: 100 })).toBe(1);
  expect(await failed).toBe('socket hang up');
});
