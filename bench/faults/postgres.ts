import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../sandbox/postgres/postgres.ts';
import type { FaultShop } from './shop.ts';
import type { Figure } from './figure.ts';

const DOWN_MS = 2_000;
const PATIENCE_MS = 30_000;

/** Ends PostgreSQL, once in order and once as a crash does, with visitors who go on asking. */
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
      const answer = await fetch(`${shop.url}/api/patterns?search=${mode}${(number += 1)}`);
      await answer.text();
      return answer;
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
      if (performance.now() - back > PATIENCE_MS) throw new Error('no answer after PostgreSQL was back');
      await pause(20);
    }
    const seconds = (performance.now() - back) / 1_000;
    const said = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    figures.push(
      {
        what: `PostgreSQL restarted (${mode}): first answer after`,
        figure: `${seconds.toFixed(2)} s`,
        target: '≤ 2 s',
        reached: seconds <= 2,
      },
      {
        what: 'answers meanwhile',
        figure: said,
        target: 'only 503 with Retry-After',
        reached: [...statuses.keys()].every((status) => status === 503),
      },
    );
  }
  return figures;
}
