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

async function sendRequest(path: string, method = 'GET') {
  const response = await fetch(`http://127.0.0.1:${management.port}${path}`, { method });
  return [response.status, await response.text()];
}

const setReadiness = () => management.setReadiness({ problem: async () => problem, fatal: () => fatal });

it('the probes report a process that starts, is unhealthy or shuts down as not ready but live', async () => {
  expect(await sendRequest('/ready')).toEqual([503, 'starting']);
  expect(await sendRequest('/live')).toEqual([200, 'live']);
  setReadiness();
  expect(await sendRequest('/ready')).toEqual([200, 'ready']);
  problem = 'database unreachable';
  expect(await sendRequest('/ready')).toEqual([503, 'database unreachable']);
  expect(await sendRequest('/live')).toEqual([200, 'live']);
  problem = null;
  end();
  expect(await sendRequest('/ready')).toEqual([503, 'draining']);
  expect(await sendRequest('/live')).toEqual([200, 'live']);
});

it('the liveness probe fails when only a restart helps, but not during shutdown', async () => {
  setReadiness();
  fatal = 'the relay hangs';
  expect(await sendRequest('/live')).toEqual([503, 'the relay hangs']);
  fatal = null;
  expect(await sendRequest('/live')).toEqual([200, 'live']);
  fatal = 'the relay hangs';
  end();
  expect(await sendRequest('/live')).toEqual([200, 'live']);
});

it('a readiness probe that waits for its result when the shutdown begins gets the result "draining"', async () => {
  const checkStarted = Promise.withResolvers<void>();
  const checkResult = Promise.withResolvers<null>();
  management.setReadiness({ problem: () => (checkStarted.resolve(), checkResult.promise), fatal: () => null });
  const response = sendRequest('/ready');
  await checkStarted.promise;
  end();
  checkResult.resolve(null);
  expect(await response).toEqual([503, 'draining']);
});

it('a path or method that no probe or scrape uses gets a 404', async () => {
  setReadiness();
  for (const path of ['/', '/health', '/api/patterns', '/metrics/x', '/live/'])
    expect((await sendRequest(path))[0]).toBe(404);
  for (const path of ['/live', '/ready', '/metrics']) expect((await sendRequest(path, 'POST'))[0]).toBe(404);
});

it('the server rejects a port that is in use, and does not listen when the port is null', async () => {
  const never = new Promise<void>(() => undefined);
  await expect(ManagementServer.listen(management.port, never)).rejects.toThrow(
    `MANAGEMENT_PORT: ${management.port} is in use by another program`,
  );
  const disabled = await ManagementServer.listen(null, never);
  await disabled.close();
});

it('the server listens only on the configured address', async () => {
  const never = new Promise<void>(() => undefined);
  const local = await ManagementServer.listen(0, never, '127.0.0.1');
  const getLiveStatus = (host: string) => fetch(`http://${host}:${local.port}/live`).then(({ status }) => status);
  expect(await getLiveStatus('127.0.0.1')).toBe(200);
  await expect(getLiveStatus('127.0.0.2')).rejects.toThrow('fetch failed');
  await local.close();
});
