import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { SearchLoadPlan, SearchLoadReport } from './load.ts';

// load.ts starts this process, which sends searches that are in no cache. Plain sockets need less CPU than `fetch`, which
// matters because this process shares its cores with the shop.
process.on('message', (plan: SearchLoadPlan) => void runLoad(plan).then((report) => process.send!(report)));
process.on('disconnect', () => process.exit());
/** Open connections of a load with a fixed rate. The shop serves fewer in parallel, so it must refuse some requests. */
const CONNECTIONS = 600;
const TIMEOUT_MS = 15_000;

async function runLoad({ url, seconds, atOnce, perSecond, run: name }: SearchLoadPlan): Promise<SearchLoadReport> {
  const report: SearchLoadReport = { served: 0, servedMs: [], refusedMs: [], failures: {}, perSecond: 0 };
  const { hostname, port } = new URL(url);
  const idle: Socket[] = [];
  const sockets: Socket[] = [];
  /** Scheduled times of the requests that wait for a free connection. */
  const waiting: number[] = [];
  const count = { sent: 0, received: 0 };
  let isRunning = true;
  const countFailure = (kind: string) => (report.failures[kind] = (report.failures[kind] ?? 0) + 1);
  const open = async (): Promise<void> => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    sockets.push(socket);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      if (head < 0 || !isComplete(text, head)) return;
      const took = performance.now() - dueAt.get(socket)!;
      count.received += 1;
      if (text.startsWith('200', 9)) report.servedMs.push(took);
      else if (text.startsWith('503', 9) && /\r\nretry-after: \d/i.test(text)) report.refusedMs.push(took);
      else countFailure(`HTTP ${text.slice(9, 12)}`);
      text = '';
      const next = perSecond ? waiting.shift() : isRunning ? performance.now() : undefined;
      if (next === undefined) idle.push(socket);
      else send(socket, next);
    });
    socket.on('error', (error: Error & { code?: string }) => countFailure(error.code ?? error.message));
    await once(socket, 'connect');
    idle.push(socket);
  };
  const dueAt = new Map<Socket, number>();
  const send = (socket: Socket, due: number) => {
    dueAt.set(socket, due);
    socket.write(`GET /api/patterns?search=kleid${name}x${(count.sent += 1)} HTTP/1.1\r\nhost: shop\r\n\r\n`);
  };
  for (let opened = 0; opened < (perSecond ? CONNECTIONS : atOnce); opened += 1) await open();
  const began = performance.now();
  if (!perSecond) for (const socket of idle.splice(0)) send(socket, began);
  let scheduled = 0;
  while (performance.now() - began < seconds * 1_000) {
    const due = perSecond ? Math.floor(((performance.now() - began) / 1_000) * perSecond) : 0;
    for (; scheduled < due; scheduled += 1) {
      const at = began + (scheduled / perSecond) * 1_000;
      const socket = idle.pop();
      if (socket) send(socket, at);
      else waiting.push(at);
    }
    await pause(2);
  }
  isRunning = false;
  report.served = report.servedMs.length;
  report.perSecond = report.served / seconds;
  const giveUpAt = performance.now() + TIMEOUT_MS;
  while (count.received < count.sent && performance.now() < giveUpAt) await pause(10);
  if (count.received < count.sent) report.failures['no response'] = count.sent - count.received;
  for (const socket of sockets) socket.destroy();
  return report;
}

function isComplete(received: string, head: number): boolean {
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head)) ?? [];
  return length ? received.length >= head + 4 + Number(length) : received.endsWith('\r\n0\r\n\r\n');
}
