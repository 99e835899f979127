import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Connections } from './connections.js';

const QUIET = { silenceMs: 100, deadlineMs: 5_000 };

let server: Server;
let connections: Connections;
/** Responses of /slow wait for this promise. */
let released: PromiseWithResolvers<void>;
beforeEach(async () => {
  released = Promise.withResolvers();
  server = createServer((request, response) => {
    if (request.url === '/slow') void released.promise.then(() => response.end('slow'));
    else response.end('quick');
  });
  connections = new Connections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  released.resolve();
  server.closeAllConnections();
  server.close();
});

const port = () => (server.address() as AddressInfo).port;
const text = async (answer: IncomingMessage) => Buffer.concat(await answer.toArray()).toString();

async function ask(path: string, agent: Agent): Promise<{ body: string; connection: string | undefined }> {
  const asking = get({ host: '127.0.0.1', port: port(), path, agent });
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return { body: await text(answer), connection: answer.headers.connection };
}

async function silent(): Promise<Socket> {
  const socket = connect(port(), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

it('closes idle connections and resolves', async () => {
  const agent = new Agent({ keepAlive: true });
  await ask('/quick', agent);
  const unused = await silent();
  const closed = once(unused.resume(), 'end');
  expect(await connections.end(QUIET)).toBe(0);
  await closed;
  expect(server.listening).toBe(false);
});

it('responds to requests in flight, on keep-alive and on new connections, with connection: close', async () => {
  const kept = new Agent({ keepAlive: true });
  expect(await ask('/quick', kept)).toEqual({ body: 'quick', connection: 'keep-alive' });
  const arrived = once(server, 'request');
  const slow = ask('/slow', new Agent({ keepAlive: true }));
  await arrived;
  const over = connections.end(QUIET);
  const late = [ask('/quick', kept), ask('/quick', new Agent({ keepAlive: true }))];
  expect(await Promise.all(late)).toEqual([
    { body: 'quick', connection: 'close' },
    { body: 'quick', connection: 'close' },
  ]);
  released.resolve();
  expect(await slow).toEqual({ body: 'slow', connection: 'close' });
  expect(await over).toBe(0);
});

it('responds to clients that keep sending requests during shutdown', async () => {
  const clients = Array.from({ length: 20 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const underway = Promise.withResolvers<void>();
  const asked = clients.map(async (agent) => {
    for (let times = 0; ; times += 1) {
      if (times === 20) underway.resolve();
      const { body, connection } = await ask('/quick', agent);
      if (connection === 'close') return body;
    }
  });
  await underway.promise;
  const over = connections.end(QUIET);
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['quick']));
  expect(await over).toBe(0);
});

it('cuts off unfinished responses at the deadline and returns their number', async () => {
  const arrived = once(server, 'request');
  const failed = ask('/slow', new Agent({ keepAlive: true })).catch((error: Error) => error.message);
  await arrived;
  expect(await connections.end({ silenceMs: 10, deadlineMs: 100 })).toBe(1);
  expect(await failed).toBe('socket hang up');
});
