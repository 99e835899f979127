import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '../src/platform/sql.js';

const PATIENCE_MS = 180_000;
const COUNT = `select count(*) filter (where state = 'ready')::int as done, count(*)::int as total from copies`;

/** Waits until the demo purchases can be downloaded. @throws Error when the workers do not make their copies */
export async function copiesReady(sql: Sql, say: (line: string) => void): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  let last = -1;
  for (;;) {
    const { done, total } = (await sql.row<{ done: number; total: number }>(COUNT))!;
    if (done - last >= 12 || done === total) say(`${done} of ${total} personal copies made`);
    if (done - last >= 12) last = done;
    if (done === total) return;
    if (Date.now() > end) throw new Error(`only ${done} of ${total} personal copies made; are the workers running?`);
    await pause(200);
  }
}
