import { ManagementServer } from './management-server.js';

let management: ManagementServer;
let end: () => void;
let problem: string | null;
let fatal: string | null;

beforeEach(async () => {
  problem = fatal = null;
  management = await ManagementServer.listen(0, new Promise<void>((resolve) => (end = resolve)));
});
afterEach(() => management.close());

async function ask(path: string, method = 'GET') {
  const answer = await fetch(`http://127.0.0.1:${management.port}${path}`, { method });
  return [answer.status, await answer.text()];
}

const attend = () => management.attend({ problem: async () => problem, fatal: () => fatal });

it('reports starting, ready, the problem and draining, and stays live', async () => {
  expect(await ask('/ready')).toEqual([503, 'starting']);
  expect(await ask('/live')).toEqual([200, 'live']);
  attend();
  expect(await ask('/ready')).toEqual([200, 'ready']);
  problem = 'database unreachable';
  expect(await ask('/ready')).toEqual([503, 'database unreachable']);
  expect(await ask('/live')).toEqual([200, 'live']);
  problem = null;
  end();
  expect(await ask('/ready')).toEqual([503, 'draining']);
  expect(await ask('/live')).toEqual([200, 'live']);
});

it('fails the liveness probe when only a restart helps, but not during shutdown', async () => {
  attend();
  fatal = 'the relay hangs';
  expect(await ask('/live')).toEqual([503, 'the relay hangs']);
  fatal = null;
  expect(await ask('/live')).toEqual([200, 'live']);
  fatal = 'the relay hangs';
  end();
  expect(await ask('/live')).toEqual([200, 'live']);
});

it('reports draining to a request that arrived before the shutdown', async () => {
  const looking = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<null>();
  management.attend({ problem: () => (looking.resolve(), looked.promise), fatal: () => null });
  const asked = ask('/ready');
  await looking.promise;
  end();
  looked.resolve(null);
  expect(await asked).toEqual([503, 'draining']);
});

it('responds 404 to all other paths and methods', async () => {
  attend();
  for (const path of ['/', '/health', '/api/patterns', '/metrics/x', '/live/']) expect((await ask(path))[0]).toBe(404);
  for (const path of ['/live', '/ready', '/metrics']) expect((await ask(path, 'POST'))[0]).toBe(404);
});

it('refuses a port in use and listens on none without a port', async () => {
  const never = new Promise<void>(() => undefined);
  await expect(ManagementServer.listen(management.port, never)).rejects.toThrow(
    `MANAGEMENT_PORT: ${management.port} is in use by another program`,
  );
  const silent = await ManagementServer.listen(null, never);
  await silent.close();
});

it('listens only on the configured address', async () => {
  const never = new Promise<void>(() => undefined);
  const own = await ManagementServer.listen(0, never, '127.0.0.1');
  const asked = (host: string) => fetch(`http://${host}:${own.port}/live`).then(({ status }) => status);
  expect(await asked('127.0.0.1')).toBe(200);
  await expect(asked('127.0.0.2')).rejects.toThrow('fetch failed');
  await own.close();
});
