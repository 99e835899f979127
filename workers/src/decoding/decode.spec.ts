import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode, type Decoding, launchArguments } from './decode.js';
import { decodeFile, type FileDecoding } from './decode-file.js';

const MIB = 1024 ** 2;
const folder = mkdtempSync(join(tmpdir(), 'decode-'));
let server: net.Server;
let connections = 0;

beforeAll(async () => {
  writeFileSync(join(folder, '.env'), 'STRIPE_SECRET_KEY=sk_live_1\n');
  server = net.createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const program = (name: string) => join(import.meta.dirname, 'probe', `${name}.ts`);
const task = (name: string, changes: Partial<FileDecoding> = {}): FileDecoding => ({
  program: program(name),
  source: Buffer.from('source'),
  memoryBytes: 512 * MIB,
  cpuSeconds: 10,
  milliseconds: 60_000,
  resultBytes: MIB,
  confined: 'required',
  ...changes,
});

const attemptArguments = () =>
  JSON.stringify({
    parent: process.pid,
    port: (server.address() as net.AddressInfo).port,
    secret: join(folder, '.env'),
    writable: join(folder, 'written'),
  });
async function observeAttempts(changes: Partial<Decoding> = {}): Promise<Record<string, string>> {
  const output = await decode(task('probe-process', { arguments: [attemptArguments()], ...changes }));
  return JSON.parse(output.toString()) as Record<string, string>;
}

describe('a decoding process', () => {
  it('reads only its own code, writes nothing, and reaches no network and no other process', async () => {
    const observed = await observeAttempts();
    const { 'own folder': ownFolder, ...rest } = observed;
    expect(ownFolder).toBe('done');
    expect(Object.entries(rest).filter(([, outcome]) => !/^E[A-Z]|^ERR_ACCESS_DENIED/.test(outcome))).toEqual([]);
    expect(connections).toBe(0);
  });

  // This shows the confinement that remains when hostile code bypasses Node's permission model.
  it("is confined by the kernel even without Node's permissions", async () => {
    const observed = await observeAttempts({ permissions: 'kernel' });
    expect(observed).toEqual({
      'parent environment': 'EACCES',
      'parent memory': 'EACCES',
      'other processes': 'EACCES',
      'secret file': 'EACCES',
      'secret file from a thread': 'EACCES',
      'own folder': 'done',
      'write a file': 'EACCES',
      'open TCP': 'EPERM',
      'listen on TCP': 'EPERM',
      'connect to a local socket': 'EPERM',
      'send UDP': 'EPERM',
      'signal the parent': 'EPERM',
      'lower the priority of the parent': 'EPERM',
      'pin the parent to one core': 'EPERM',
      'give the parent the idle policy': 'EPERM',
      "set the parent's scheduling attributes": 'EPERM',
      'give the parent idle I/O priority': 'EPERM',
      'make a pipe signal the parent': 'EPERM',
      'make a pipe signal the parent with F_SETOWN_EX': 'EPERM',
      'make a socket signal the parent': 'EPERM',
      "make a socket signal the parent's group": 'EPERM',
      'set the signal of a pipe': 'EPERM',
      'take a lease on a file': 'EPERM',
      'start a program': expect.stringMatching(/^E/) as string,
      'start Node': expect.stringMatching(/^E/) as string,
    });
    expect(connections).toBe(0);
  });

  it('has an empty environment and minimal arguments', () => {
    const order = JSON.parse(launchArguments(task('probe-process')).at(-1)!) as { arguments: string[] };
    expect(order.arguments).toContain('--permission');
    expect(order.arguments.join(' ')).not.toContain('allow-child-process');
    expect(order.arguments.join(' ')).not.toContain('allow-fs-write');
  });

  it.each([
    ['computing', 'cpu', { cpuSeconds: 1 }],
    ['memory', 'memory', { memoryBytes: 200 * MIB }],
    ['the result', 'result', { resultBytes: 10 }],
  ])('is killed at the limit, and the file is refused: %s', async (behaviour, limit, changes) => {
    const attempt = decode(task('greedy-process', { arguments: [behaviour], ...changes }));
    await expect(attempt).rejects.toMatchObject({ name: 'LimitReached', limit });
  });

  it('is killed at the timeout, and the file is not refused', async () => {
    const attempt = decode(task('greedy-process', { arguments: ['time'], milliseconds: 500 }));
    await expect(attempt).rejects.toThrow('was not ready after 0.5 s');
    await expect(attempt).rejects.not.toMatchObject({ name: 'LimitReached' });
  });
});

describe('a killed decoding process', () => {
  it('is retried alone, and the file is refused after the second kill', async () => {
    const finished: string[] = [];
    const other = decodeFile(task('greedy-process', { arguments: ['a second'] })).then(() => finished.push('other'));
    const killed = decodeFile(task('greedy-process', { arguments: ['a kill'] })).catch((error: unknown) => error);
    await expect(killed).resolves.toMatchObject({ name: 'LimitReached', limit: 'killed' });
    expect(finished).toEqual(['other']);
    await other;
    await expect(decodeFile(task('greedy-process', { arguments: ['nothing'] }))).resolves.toHaveLength(0);
  });

  it('calls `onStart` when the process starts, not while the file waits for another one', async () => {
    const startedTasks: string[] = [];
    const onStart = (name: string) => () => {
      startedTasks.push(name);
      return Promise.resolve();
    };
    const hostile = new AbortController();
    const running = decodeFile({
      ...task('greedy-process', { arguments: ['a second'], signal: hostile.signal }),
      alone: true,
      onStart: onStart('running'),
    }).catch((error: unknown) => error);
    const waiting = [true, false].map((alone) =>
      decodeFile({ ...task('greedy-process', { arguments: ['nothing'] }), alone, onStart: onStart('waiting') }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(startedTasks).toEqual(['running']);
    hostile.abort(new Error('ended'));
    await running;
    await Promise.all(waiting);
    expect(startedTasks).toEqual(['running', 'waiting', 'waiting']);
  });
});

describe('a file on which the program fails', () => {
  const decodeFailing = (behaviour: string) =>
    decodeFile(task('greedy-process', { arguments: [behaviour], sample: Buffer.from('sample') }));

  it('is refused when the program fails twice on the file and not on the sample', async () => {
    await expect(decodeFailing('a fault')).rejects.toMatchObject({ name: 'LimitReached', limit: 'failed' });
  });

  it('is not refused when the program fails on the sample too', async () => {
    const failure = await decodeFailing('a fault each time').catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: expect.stringContaining('a fault of the program') as string });
    expect(failure).not.toMatchObject({ name: 'LimitReached' });
  });
});
