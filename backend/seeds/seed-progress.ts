import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '../src/platform/database/sql.js';

const TIMEOUT_MS = 180_000;

/**
 * Waits until the workers have prepared all uploaded files.
 * @throws {Error} with the names of refused files
 */
export async function waitForMasters(sql: Sql, log: (line: string) => void): Promise<void> {
  await waitUntilDone(
    sql,
    log,
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
export function waitForCopies(sql: Sql, log: (line: string) => void): Promise<void> {
  const statement = `select count(*) filter (where state = 'ready')::int as done, count(*)::int as total from copies`;
  return waitUntilDone(sql, log, 'copies ready', statement);
}

async function waitUntilDone(sql: Sql, log: (line: string) => void, label: string, statement: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  let lastLogged = -1;
  for (;;) {
    const { done, total } = (await sql.row<{ done: number; total: number }>(statement))!;
    if (done - lastLogged >= 12 || done === total) log(`${done} of ${total} ${label}`);
    if (done - lastLogged >= 12) lastLogged = done;
    if (done === total) return;
    if (Date.now() > deadline) throw new Error(`only ${done} of ${total} ${label}; are the workers running?`);
    await pause(200);
  }
}
