import { execFileSync, spawn } from 'node:child_process';
import dgram from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { constants } from 'node:os';
import { Worker } from 'node:worker_threads';

/** For tests: tries everything that a decoding process must not be able to do, and prints the outcomes. */
interface Attempts {
  parent: number;
  port: number;
  secret: string;
  writable: string;
}

const attempts = JSON.parse(process.argv[4]!) as Attempts;
const actions: Record<string, () => unknown> = {
  'parent environment': () => readFileSync(`/proc/${attempts.parent}/environ`),
  'parent memory': () => readFileSync(`/proc/${attempts.parent}/mem`),
  'other processes': () => readdirSync('/proc'),
  'secret file': () => readFileSync(attempts.secret),
  'secret file from a thread': () =>
    once(new Worker(readInThread, { eval: true, workerData: attempts.secret }), 'exit'),
  'own folder': () => readFileSync(new URL(import.meta.url)),
  'write a file': () => writeFileSync(attempts.writable, 'x'),
  'open TCP': () => connect({ port: attempts.port, host: '127.0.0.1' }),
  'listen on TCP': () => once(net.createServer().listen(0, '127.0.0.1'), 'listening'),
  'connect to a local socket': () => connect({ path: '/run/docker.sock' }),
  'send UDP': () => sendDatagram(),
  'signal the parent': () => process.kill(attempts.parent, 0),
  'slow the parent down': () => call({ x64: 141, arm64: 140 }, 0, attempts.parent, 19),
  'keep the parent to one core': () =>
    call({ x64: 203, arm64: 122 }, attempts.parent, 8, Buffer.from([1, 0, 0, 0, 0, 0, 0, 0])),
  'let the parent wait for idle times': () =>
    call({ x64: 144, arm64: 119 }, attempts.parent, SCHED_IDLE, Buffer.alloc(4)),
  "change the parent's schedule": () => call({ x64: 314, arm64: 274 }, attempts.parent, idleAttributes(), 0),
  'let the parent read files in idle times': () =>
    call({ x64: 251, arm64: 30 }, IOPRIO_PROCESS, attempts.parent, IOPRIO_IDLE),
  'have a pipe send the parent signals': () => call({ x64: 72, arm64: 25 }, 0, F_SETOWN, attempts.parent),
  'have a pipe send the parent signals, by a structure': () =>
    call({ x64: 72, arm64: 25 }, 0, F_SETOWN_EX, ownerProcess()),
  'have a socket send the parent signals': () => call({ x64: 16, arm64: 29 }, 0, FIOSETOWN, int(attempts.parent)),
  'have a socket send the group of the parent signals': () =>
    call({ x64: 16, arm64: 29 }, 0, SIOCSPGRP, int(attempts.parent)),
  'choose the signal of a pipe': () => call({ x64: 72, arm64: 25 }, 0, F_SETSIG, 9),
  'hold a file that others open': () => call({ x64: 72, arm64: 25 }, 0, F_SETLEASE, F_RDLCK),
  'start a program': () => execFileSync('/bin/true'),
  'start Node': () => once(spawn(process.execPath, ['--version']), 'spawn'),
};
const readInThread = `
const { workerData } = require('node:worker_threads');
try { require('node:fs').readFileSync(workerData); } catch { process.exit(1); }
`;

function sendDatagram(): Promise<unknown> {
  const socket = dgram.createSocket('udp4');
  return new Promise((done, fail) => {
    socket.on('error', fail);
    socket.send('x', attempts.port, '127.0.0.1', (error) => (error ? fail(error) : done(0)));
  });
}

const [SCHED_IDLE, IOPRIO_PROCESS, IOPRIO_IDLE] = [5, 1, 3 << 13];

/** asm-generic/fcntl.h, linux/fcntl.h and asm-generic/sockios.h; the same on both architectures. */
const [F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_RDLCK] = [8, 10, 15, 1024, 0];
const [FIOSETOWN, SIOCSPGRP] = [0x8901, 0x8902];

const int = (value: number): Buffer => Buffer.from(Int32Array.of(value).buffer);
/** struct f_owner_ex: the kind, which is a process (1), then its number. */
const ownerProcess = (): Buffer => Buffer.concat([int(1), int(attempts.parent)]);

/** struct sched_attr: its size, then the policy. */
function idleAttributes(): Buffer {
  const attributes = Buffer.alloc(48);
  attributes.writeUInt32LE(attributes.length, 0);
  attributes.writeUInt32LE(SCHED_IDLE, 4);
  return attributes;
}

/** A system call by its number. @throws {Error} with the errno name as `code` */
async function call(numbers: Record<string, number>, ...args: (number | Buffer)[]): Promise<void> {
  const { default: koffi } = await import('koffi');
  const types = args.map((arg) => (typeof arg === 'number' ? 'long' : 'void *'));
  const syscall = koffi.load(null).func('syscall', 'long', ['long', ...types]) as (...all: unknown[]) => number;
  if (syscall(numbers[process.arch]!, ...args) === 0) return;
  const code = Object.entries(constants.errno).find(([, value]) => value === koffi.errno())?.[0];
  throw Object.assign(new Error('denied'), { code });
}

const connect = (to: net.NetConnectOpts) => once(net.connect(to), 'connect');

const outcomes: Record<string, string> = {};
for (const [name, attempt] of Object.entries(actions)) {
  try {
    const result = (await attempt()) as number[] | undefined;
    outcomes[name] = name.endsWith('thread') && result?.[0] === 1 ? 'EACCES' : 'done';
  } catch (error) {
    outcomes[name] = (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
process.stdout.write(`${JSON.stringify(outcomes)}\n`, () => process.exit(0));
