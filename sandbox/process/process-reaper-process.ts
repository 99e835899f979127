import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, signal, type ProcessIdentity } from './process-identity.ts';
import type { CleanupList } from './process-reaper.ts';

// A shop or test calls startProcessReaper, which starts this program. When the calling process ends or is killed, the input
// of this program ends, and the cleanup begins.
let cleanup: CleanupList = { programs: [], servers: [], files: [] };
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {});
for await (const line of createInterface({ input: process.stdin })) cleanup = JSON.parse(line) as CleanupList;

const { programs, servers, files, force } = cleanup;
if (!force) {
  for (const program of programs) signal(program, 'SIGTERM');
  await waitUntilEnded(programs, 15_000);
}
for (const program of programs) signal(program, 'SIGKILL', { group: true });
for (const server of servers) signal(server, force ? 'SIGQUIT' : 'SIGINT');
await waitUntilEnded(servers, 30_000);
for (const file of files) rmSync(file, { force: true });

async function waitUntilEnded(processes: ProcessIdentity[], timeout: number): Promise<void> {
  const giveUpAt = Date.now() + timeout;
  while (processes.some(isRunning) && Date.now() < giveUpAt) await pause(50);
}
