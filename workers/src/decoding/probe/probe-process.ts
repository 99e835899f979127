import { execFileSync, spawn } from 'node:child_process';
import dgram from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { constants } from 'node:os';
import { Worker } from 'node:worker_threads';

// decode.spec.ts starts this process. It tries everything that a decoding process must not be able to do, and reads its own
// folder, which is allowed. It prints the outcomes.
interface Targets {
  parent: number;
  port: number;
  secret: string;
  writable: string;
}

const targets = JSON.parse(process.argv[4]!) as Targets;
const ATTEMPTS: Record<string, () => unknown> = {
  'parent environment': () => readFileSync(`/proc/${targets.parent}/environ`),
  'parent memory': () => readFileSync(`/proc/${targets.parent}/mem`),
  'other processes': () => readdirSync('/proc'),
  'secret file': () => readFileSync(targets.secret),
  'secret file from a thread': () => once(new Worker(readInThread, { eval: true, workerData: targets.secret }), 'exit'),
  'own folder': () => readFileSync(new URL(import.meta.url)),
  'write a file': () => writeFileSync(targets.writable, 'x'),
  'open TCP': () => connect({ port: targets.port, host: '127.0.0.1' }),
  'listen on TCP': () => once(net.createServer().listen(0, '127.0.0.1'), 'listening'),
  'connect to a local socket': () => connect({ path: '/run/docker.sock' }),
  'send UDP': () => sendDatagram(),
  'signal the parent': () => process.kill(targets.parent, 0),
  'lower the priority of the parent': () => callKernel({ x64: 141, arm64: 140 }, 0, targets.parent, 19),
  'pin the parent to one core': () =>
    callKernel({ x64: 203, arm64: 122 }, targets.parent, 8, Buffer.from([1, 0, 0, 0, 0, 0, 0, 0])),
  'give the parent the idle policy': () =>
    callKernel({ x64: 144, arm64: 119 }, targets.parent, SCHED_IDLE, Buffer.alloc(4)),
  "set the parent's scheduling attributes": () =>
    callKernel({ x64: 314, arm64: 274 }, targets.parent, idleAttributes(), 0),
  'give the parent idle I/O priority': () =>
    callKernel({ x64: 251, arm64: 30 }, IOPRIO_PROCESS, targets.parent, IOPRIO_IDLE),
  'make a pipe signal the parent': () => callKernel({ x64: 72, arm64: 25 }, 0, F_SETOWN, targets.parent),
  'make a pipe signal the parent with F_SETOWN_EX': () =>
    callKernel({ x64: 72, arm64: 25 }, 0, F_SETOWN_EX, ownerProcess()),
  'make a socket signal the parent': () => callKernel({ x64: 16, arm64: 29 }, 0, FIOSETOWN, int32(targets.parent)),
  "make a socket signal the parent's group": () =>
    callKernel({ x64: 16, arm64: 29 }, 0, SIOCSPGRP, int32(targets.parent)),
  'set the signal of a pipe': () => callKernel({ x64: 72, arm64: 25 }, 0, F_SETSIG, 9),
  'take a lease on a file': () => callKernel({ x64: 72, arm64: 25 }, 0, F_SETLEASE, F_RDLCK),
  'start a program': () => execFileSync('/bin/true'),
  'start Node': () => once(spawn(process.execPath, ['--version']), 'spawn'),
};
const readInThread = `
const { workerData } = require('node:worker_threads');
try { require('node:fs').readFileSync(workerData); } catch { process.exit(1); }
`;

function sendDatagram(): Promise<unknown> {
  const socket = dgram.createSocket('udp4');
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.send('x', targets.port, '127.0.0.1', (error) => (error ? reject(error) : resolve(0)));
  });
}

const [SCHED_IDLE, IOPRIO_PROCESS, IOPRIO_IDLE] = [5, 1, 3 << 13];

/** From asm-generic/fcntl.h, linux/fcntl.h and asm-generic/sockios.h; the same on both architectures. */
const [F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_RDLCK] = [8, 10, 15, 1024, 0];
const [FIOSETOWN, SIOCSPGRP] = [0x8901, 0x8902];

const int32 = (value: number): Buffer => Buffer.from(Int32Array.of(value).buffer);
/** struct f_owner_ex: the kind of the owner, here a process (1), and its pid. */
const ownerProcess = (): Buffer => Buffer.concat([int32(1), int32(targets.parent)]);

/** struct sched_attr: its size and the policy. */
function idleAttributes(): Buffer {
  const attributes = Buffer.alloc(48);
  attributes.writeUInt32LE(attributes.length, 0);
  attributes.writeUInt32LE(SCHED_IDLE, 4);
  return attributes;
}

/**
 * Makes a system call.
 * @param numbers the number of the call on each architecture; seccomp-filter.ts lists the calls with their names
 * @throws {Error} with the errno name as `code`
 */
async function callKernel(numbers: Record<string, number>, ...args: (number | Buffer)[]): Promise<void> {
  const { default: koffi } = await import('koffi');
  const types = args.map((arg) => (typeof arg === 'number' ? 'long' : 'void *'));
  const syscall = koffi.load(null).func('syscall', 'long', ['long', ...types]) as (...all: unknown[]) => number;
  if (syscall(numbers[process.arch]!, ...args) === 0) return;
  const code = Object.entries(constants.errno).find(([, value]) => value === koffi.errno())?.[0];
  throw Object.assign(new Error('denied'), { code });
}

const connect = (to: net.NetConnectOpts) => once(net.connect(to), 'connect');

const outcomes: Record<string, string> = {};
for (const [name, attempt] of Object.entries(ATTEMPTS)) {
  try {
    const result = (await attempt()) as number[] | undefined;
    // The thread reports a denied read with exit code 1.
    outcomes[name] = name.endsWith('thread') && result?.[0] === 1 ? 'EACCES' : 'done';
  } catch (error) {
    outcomes[name] = (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
process.stdout.write(`${JSON.stringify(outcomes)}\n`, () => process.exit(0));
