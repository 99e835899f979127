import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '../src/platform/database/sql.js';

const PATIENCE_MS = 180_000;

/**
 * Waits for files that an earlier, interrupted seed left to the workers; this one prepares its own.
 * @throws Error naming a file that was refused
 */
export async function mastersReady(sql: Sql, say: (line: string) => void): Promise<void> {
  await watch(
    sql,
    say,
    'PDFs prepared',
    `select count(*) filter (where state <> 'uploaded')::int as done, count(*)::int as total from pattern_files`,
  );
  const refused = await sql.rows<{ name: string; reason: string }>(
    `select file_name as name, refusal_code || ': ' || refusal_reason as reason from pattern_files where state = 'refused'`,
  );
  if (refused.length > 0)
    throw new Error(refused.map(({ name, reason }) => `${name} was refused: ${reason}`).join('\n'));
}

/** Waits until the demo purchases can be downloaded. */
export function copiesReady(sql: Sql, say: (line: string) => void): Promise<void> {
  const statement = `select count(*) filter (where state = 'ready')::int as done, count(*)::int as total from copies`;
  return watch(sql, say, 'personal copies made', statement);
}

async function watch(sql: Sql, say: (line: string) => void, what: string, statement: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  let last = -1;
  for (;;) {
    const { done, total } = (await sql.row<{ done: number; total: number }>(statement))!;
    if (done - last >= 12 || done === total) say(`${done} of ${total} ${what}`);
    if (done - last >= 12) last = done;
    if (done === total) return;
    if (Date.now() > end) throw new Error(`only ${done} of ${total} ${what}; are the workers running?`);
    await pause(200);
  }
}
