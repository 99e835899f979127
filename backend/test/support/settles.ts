import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../src/platform/database/sql.js';

/** Polls `check` until it returns a value. @throws {Error} with `what` after `ms` milliseconds */
export async function until<T>(
  what: string,
  check: () => Promise<T | null | undefined | false>,
  ms = 20_000,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`timed out after ${ms} ms: ${what}`);
    await delay(20);
  }
}

export async function settles(sql: Sql): Promise<void> {
  await until('all events are relayed and all jobs have ended', async () => {
    const row = await sql.row<{ open: number }>(
      `select (select count(*) from outbox_events where relayed_at is null)::int
            + (select count(*) from deliveries where done_at is null and dead_at is null)::int as open`,
    );
    return row!.open === 0;
  });
}
