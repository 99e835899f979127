import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../src/platform/database/sql.js';

/** Waits for a state of the shop instead of sleeping. @throws Error with `what` when it does not come */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
  ms = 20_000,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited ${ms} ms in vain: ${what}`);
    await delay(20);
  }
}

export async function settles(sql: Sql): Promise<void> {
  await until('the outbox is empty and every delivery has ended', async () => {
    const row = await sql.row<{ open: number }>(
      `select (select count(*) from outbox_events where relayed_at is null)::int
            + (select count(*) from deliveries where done_at is null and dead_at is null)::int as open`,
    );
    return row!.open === 0;
  });
}
