import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { CrowdPlan, CrowdReport } from './load.ts';

// Run by load.ts: a load of requests that are in no cache. Plain sockets, because this program shares its
// cores with the shop.
process.on('message', (plan: CrowdPlan) => void run(plan).then((report) => process.send!(report)));
process.on('disconnect', () => process.exit());
/** More connections than the shop serves in parallel, so that it must refuse requests. */
const KEPT = 600;
const TIMEOUT_MS = 15_000;

async function run({ url, seconds, atOnce, perSecond, run: name }: CrowdPlan): Promise<CrowdReport> {
  const report: CrowdReport = { served: 0, servedMs: [], refusedMs: [], failures: {}, perSecond: 0 };
  const { hostname, port } = new URL(url);
  const idle: Socket[] = [];
  const sockets: Socket[] = [];
  /** Scheduled times of requests without a free connection. */
  const line: number[] = [];
  const count = { asked: 0, answered: 0 };
  let goesOn = true;
  const fail = (kind: string) => (report.failures[kind] = (report.failures[kind] ?? 0) + 1);
  const open = async (): Promise<void> => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    sockets.push(socket);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const head = received.indexOf('\r\n\r\n');
      if (head < 0 || !isWhole(received, head)) return;
      const took = performance.now() - dueAt.get(socket)!;
      count.answered += 1;
      if (received.startsWith('200', 9)) report.servedMs.push(took);
      else if (received.startsWith('503', 9) && /\r\nretry-after: \d/i.test(received)) report.refusedMs.push(took);
      else fail(`HTTP ${received.slice(9, 12)}`);
      received = '';
      const next = perSecond ? line.shift() : goesOn ? performance.now() : undefined;
      if (next === undefined) idle.push(socket);
      else send(socket, next);
    });
    socket.on('error', (error: Error & { code?: string }) => fail(error.code ?? error.message));
    await once(socket, 'connect');
    idle.push(socket);
  };
  const dueAt = new Map<Socket, number>();
  const send = (socket: Socket, due: number) => {
    dueAt.set(socket, due);
    socket.write(`GET /api/patterns?search=kleid${name}x${(count.asked += 1)} HTTP/1.1\r\nhost: shop\r\n\r\n`);
  };
  for (let opened = 0; opened < (perSecond ? KEPT : atOnce); opened += 1) await open();
  const began = performance.now();
  if (!perSecond) for (const socket of idle.splice(0)) send(socket, began);
  let due = 0;
  while (performance.now() - began < seconds * 1_000) {
    const now = perSecond ? Math.floor(((performance.now() - began) / 1_000) * perSecond) : 0;
    for (; due < now; due += 1) {
      const at = began + (due / perSecond) * 1_000;
      const socket = idle.pop();
      if (socket) send(socket, at);
      else line.push(at);
    }
    await pause(2);
  }
  goesOn = false;
  report.served = report.servedMs.length;
  report.perSecond = report.served / seconds;
  const giveUpAt = performance.now() + TIMEOUT_MS;
  while (count.answered < count.asked && performance.now() < giveUpAt) await pause(10);
  if (count.answered < count.asked) report.failures['no response'] = count.asked - count.answered;
  for (const socket of sockets) socket.destroy();
  return report;
}

function isWhole(received: string, head: number): boolean {
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head)) ?? [];
  return length ? received.length >= head + 4 + Number(length) : received.endsWith('\r\n0\r\n\r\n');
}
