import { execFileSync, spawn } from 'node:child_process';
import dgram from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { Worker } from 'node:worker_threads';

/** For tests: tries what a decoding process must not be able to do, and answers which attempts came through. */
interface Attempts {
  parent: number;
  port: number;
  secret: string;
  writable: string;
}

const attempts = JSON.parse(process.argv[4]!) as Attempts;
const tries: Record<string, () => unknown> = {
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

const connect = (to: net.NetConnectOpts) => once(net.connect(to), 'connect');

const outcomes: Record<string, string> = {};
for (const [name, attempt] of Object.entries(tries)) {
  try {
    const result = (await attempt()) as number[] | undefined;
    outcomes[name] = name.endsWith('thread') && result?.[0] === 1 ? 'EACCES' : 'done';
  } catch (error) {
    outcomes[name] = (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
process.stdout.write(`${JSON.stringify(outcomes)}\n`, () => process.exit(0));
