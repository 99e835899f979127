import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../src/platform/database/sql.js';

/** Polls `check` until it returns a value. @throws {Error} with `expectation` after `ms` milliseconds */
export async function until<T>(
  expectation: string,
  check: () => Promise<T | null | undefined | false>,
  ms = 20_000,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`timed out after ${ms} ms: ${expectation}`);
    await delay(20);
  }
}

/** Waits until all events are relayed and all jobs have ended. */
export async function settles(sql: Sql): Promise<void> {
  await until('all events are relayed and all jobs have ended', async () => {
    const row = await sql.row<{ open: number }>(
      `select (select count(*) from outbox_events where relayed_at is null)::int
            + (select count(*) from deliveries where done_at is null and dead_at is null)::int as open`,
    );
    return row!.open === 0;
  });
}
