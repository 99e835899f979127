import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../sandbox/postgres/postgres.ts';
import type { FaultShop } from './shop.ts';
import type { Figure } from './figure.ts';

const DOWN_MS = 2_000;
const TIMEOUT_MS = 30_000;

/**
 * Stops PostgreSQL while requests continue: first with a fast shutdown, then with an immediate shutdown, as in a crash.
 */
export async function restartPostgres(shop: FaultShop): Promise<Figure[]> {
  const options = {
    directory: join(shop.directory, 'postgres'),
    fast: true,
    settings: { max_connections: '300' },
  };
  const figures: Figure[] = [];
  for (const mode of ['fast', 'immediate'] as const) {
    const running = await startPostgres(options);
    const ended = running.ended;
    if (mode === 'fast') await running.stop();
    else process.kill(running.pid, 'SIGQUIT');
    await ended;
    const statuses = new Map<number, number>();
    let number = 0;
    const search = async () => {
      const response = await fetch(`${shop.url}/api/patterns?search=${mode}${(number += 1)}`);
      await response.text();
      return response;
    };
    const downUntil = performance.now() + DOWN_MS;
    while (performance.now() < downUntil) {
      const { status, headers } = await search();
      // A 503 without Retry-After is counted under the status 0, so that the target is missed.
      const kind = status === 503 && !headers.has('retry-after') ? 0 : status;
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
      await pause(20);
    }
    await startPostgres(options);
    const restartedAt = performance.now();
    while (!(await search()).ok) {
      if (performance.now() - restartedAt > TIMEOUT_MS) throw new Error('no response after the restart of PostgreSQL');
      await pause(20);
    }
    const seconds = (performance.now() - restartedAt) / 1_000;
    const statusCounts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    figures.push(
      {
        what: `PostgreSQL restarted (${mode}): first successful response after`,
        figure: `${seconds.toFixed(2)} s`,
        target: '≤ 2 s',
        reached: seconds <= 2,
      },
      {
        what: 'responses while PostgreSQL was stopped',
        figure: statusCounts,
        target: 'only 503 with Retry-After',
        reached: [...statuses.keys()].every((status) => status === 503),
      },
    );
  }
  return figures;
}
