import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../sandbox/postgres/postgres.ts';
import type { FaultShop } from './shop.ts';
import type { Figure } from './figure.ts';

const DOWN_MS = 2_000;
const TIMEOUT_MS = 30_000;

/** Stops PostgreSQL, once gracefully and once as in a crash, while requests continue. */
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
    const ask = async () => {
      const response = await fetch(`${shop.url}/api/patterns?search=${mode}${(number += 1)}`);
      await response.text();
      return response;
    };
    const downUntil = performance.now() + DOWN_MS;
    while (performance.now() < downUntil) {
      const { status, headers } = await ask();
      const kind = status === 503 && !headers.has('retry-after') ? 0 : status;
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
      await pause(20);
    }
    await startPostgres(options);
    const back = performance.now();
    while (!(await ask()).ok) {
      if (performance.now() - back > TIMEOUT_MS) throw new Error('no response after PostgreSQL was back');
      await pause(20);
    }
    const seconds = (performance.now() - back) / 1_000;
    const counted = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    figures.push(
      {
        what: `PostgreSQL restarted (${mode}): first response after`,
        figure: `${seconds.toFixed(2)} s`,
        target: '≤ 2 s',
        reached: seconds <= 2,
      },
      {
        what: 'responses meanwhile',
        figure: counted,
        target: 'only 503 with Retry-After',
        reached: [...statuses.keys()].every((status) => status === 503),
      },
    );
  }
  return figures;
}
