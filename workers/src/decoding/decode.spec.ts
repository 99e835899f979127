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
const task = (name: string, more: Partial<FileDecoding> = {}): FileDecoding => ({
  program: program(name),
  source: Buffer.from('source'),
  memoryBytes: 512 * MIB,
  cpuSeconds: 10,
  milliseconds: 60_000,
  resultBytes: MIB,
  confined: 'required',
  ...more,
});

const attempts = () =>
  JSON.stringify({
    parent: process.pid,
    port: (server.address() as net.AddressInfo).port,
    secret: join(folder, '.env'),
    writable: join(folder, 'written'),
  });
async function outcomes(more: Partial<Decoding> = {}): Promise<Record<string, string>> {
  const output = await decode(task('probe-process', { arguments: [attempts()], ...more }));
  return JSON.parse(output.toString()) as Record<string, string>;
}

describe('a decoding process', () => {
  it('reads only its own code, writes nothing, and reaches no network and no other process', async () => {
    const observed = await outcomes();
    const { 'own folder': own, ...rest } = observed;
    expect(own).toBe('done');
    expect(Object.entries(rest).filter(([, outcome]) => !/^E[A-Z]|^ERR_ACCESS_DENIED/.test(outcome))).toEqual([]);
    expect(connections).toBe(0);
  });

  // The kernel alone, as if Node's permission model had been bypassed.
  it("is confined by the kernel, also without Node's permissions", async () => {
    const observed = await outcomes({ permissions: 'kernel' });
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
      'slow the parent down': 'EPERM',
      'keep the parent to one core': 'EPERM',
      'let the parent wait for idle times': 'EPERM',
      "change the parent's schedule": 'EPERM',
      'let the parent read files in idle times': 'EPERM',
      'have a pipe send the parent signals': 'EPERM',
      'have a pipe send the parent signals, by a structure': 'EPERM',
      'have a socket send the parent signals': 'EPERM',
      'have a socket send the group of the parent signals': 'EPERM',
      'choose the signal of a pipe': 'EPERM',
      'hold a file that others open': 'EPERM',
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
    ['its answer', 'result', { resultBytes: 10 }],
  ])('is killed at the limit of %s, and the file is refused', async (what, limit, more) => {
    const attempt = decode(task('greedy-process', { arguments: [what], ...more }));
    await expect(attempt).rejects.toMatchObject({ name: 'LimitReached', limit });
  });

  it('is killed at the timeout, without refusing the file', async () => {
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

  it('calls `begins` when it starts, not while it waits for another file', async () => {
    const begun: string[] = [];
    const begins = (name: string) => () => {
      begun.push(name);
      return Promise.resolve();
    };
    const hostile = new AbortController();
    const ahead = decodeFile({
      ...task('greedy-process', { arguments: ['a second'], signal: hostile.signal }),
      alone: true,
      begins: begins('ahead'),
    }).catch((error: unknown) => error);
    const waiting = [true, false].map((alone) =>
      decodeFile({ ...task('greedy-process', { arguments: ['nothing'] }), alone, begins: begins('waiting') }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(['ahead']);
    hostile.abort(new Error('ended'));
    await ahead;
    await Promise.all(waiting);
    expect(begun).toEqual(['ahead', 'waiting', 'waiting']);
  });
});

describe('a file on which the program fails', () => {
  const failing = (what: string) =>
    decodeFile(task('greedy-process', { arguments: [what], sample: Buffer.from('sample') }));

  it('is refused when the program fails on it twice, but not on a sample', async () => {
    await expect(failing('a fault')).rejects.toMatchObject({ name: 'LimitReached', limit: 'failed' });
  });

  it('is not refused when the program fails on a sample, too', async () => {
    const failure = await failing('a fault each time').catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: expect.stringContaining('a fault of the program') as string });
    expect(failure).not.toMatchObject({ name: 'LimitReached' });
  });
});
