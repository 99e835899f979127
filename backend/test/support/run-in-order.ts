import type { OpenShop } from './open-shop.js';
import { until } from './settles.js';

/**
 * Locks an account until both requests wait for a lock. Both are authenticated by then, and `first` gets the lock of the
 * account first.
 */
export async function runInOrder<First, Second>(
  { sql }: OpenShop,
  { id }: { id: string },
  first: () => PromiseLike<First>,
  second: () => PromiseLike<Second>,
): Promise<[First, Second]> {
  const countLockWaits = async () =>
    (await sql.row<{ count: number }>(
      `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    ))!.count;
  const running = await sql.ownTransaction(async (client) => {
    await client.query('select from users where id = $1 for update', [id]);
    const both: Promise<unknown>[] = [];
    for (const start of [first, second]) {
      both.push(Promise.resolve(start()));
      await until('the request waits for a lock', async () => (await countLockWaits()) >= both.length);
    }
    return both;
  });
  return Promise.all(running) as Promise<[First, Second]>;
}
