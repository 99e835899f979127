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

  // If hostile code bypasses Node's permission model, only the confinement by the kernel remains.
  it("is confined by the kernel even when it runs without Node's permission model", async () => {
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

  it('is started without permission to start processes or to write files', () => {
    const order = JSON.parse(launchArguments(task('probe-process')).at(-1)!) as { arguments: string[] };
    expect(order.arguments).toContain('--permission');
    expect(order.arguments.join(' ')).not.toContain('allow-child-process');
    expect(order.arguments.join(' ')).not.toContain('allow-fs-write');
  });

  it.each([
    ['use CPU time', 'cpu', { cpuSeconds: 1 }],
    ['use memory', 'memory', { memoryBytes: 200 * MIB }],
    ['write a result', 'result', { resultBytes: 10 }],
  ])('is killed at its limit, and the file counts as undecodable: %s', async (behaviour, reason, changes) => {
    const attempt = decode(task('greedy-process', { arguments: [behaviour], ...changes }));
    await expect(attempt).rejects.toMatchObject({ name: 'UndecodableFile', reason });
  });

  it('may use its whole limit although the worker that starts it uses more memory', async () => {
    const workerMemory = Buffer.alloc(400 * MIB, 1);
    await decode(task('greedy-process', { arguments: ['exit after 1 s'], memoryBytes: 200 * MIB }));
    expect(workerMemory.at(-1)).toBe(1);
  });

  it('is killed at the timeout, and the file does not count as undecodable', async () => {
    const attempt = decode(task('greedy-process', { arguments: ['wait'], milliseconds: 500 }));
    await expect(attempt).rejects.toThrow('did not finish within 0.5 s');
    await expect(attempt).rejects.not.toMatchObject({ name: 'UndecodableFile' });
  });
});

describe('decodeFile', () => {
  it('waits for other files before it retries after a kill, and throws `killed` after the second kill', async () => {
    const finished: string[] = [];
    const other = decodeFile(task('greedy-process', { arguments: ['exit after 1 s'] })).then(() =>
      finished.push('other'),
    );
    const killed = decodeFile(task('greedy-process', { arguments: ['be killed'] })).catch((error: unknown) => error);
    await expect(killed).resolves.toMatchObject({ name: 'UndecodableFile', reason: 'killed' });
    expect(finished).toEqual(['other']);
    await other;
    await expect(decodeFile(task('greedy-process', { arguments: ['exit'] }))).resolves.toHaveLength(0);
  });

  it('calls `onStart` when the process starts, and not while the file waits for another file', async () => {
    const startedTasks: string[] = [];
    const onStart = (name: string) => () => {
      startedTasks.push(name);
      return Promise.resolve();
    };
    const aborted = new AbortController();
    const running = decodeFile({
      ...task('greedy-process', { arguments: ['exit after 1 s'], signal: aborted.signal }),
      alone: true,
      onStart: onStart('running'),
    }).catch((error: unknown) => error);
    const waiting = [true, false].map((alone) =>
      decodeFile({ ...task('greedy-process', { arguments: ['exit'] }), alone, onStart: onStart('waiting') }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(startedTasks).toEqual(['running']);
    aborted.abort(new Error('ended'));
    await running;
    await Promise.all(waiting);
    expect(startedTasks).toEqual(['running', 'waiting', 'waiting']);
  });
});

describe('a file on which the program fails', () => {
  const decodeFailing = (behaviour: string) =>
    decodeFile(task('greedy-process', { arguments: [behaviour], sample: Buffer.from('sample') }));

  it('counts as undecodable when the program fails twice on the file and can decode the sample', async () => {
    await expect(decodeFailing('fail except on the sample')).rejects.toMatchObject({
      name: 'UndecodableFile',
      reason: 'failed',
    });
  });

  it('does not count as undecodable when the program fails on the sample too', async () => {
    const failure = await decodeFailing('always fail').catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: expect.stringContaining('a fault of the program') as string });
    expect(failure).not.toMatchObject({ name: 'UndecodableFile' });
  });
});
