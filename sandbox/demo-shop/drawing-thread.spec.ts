import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { POOL_OPTIONS } from '#backend/platform/database/dead-connection-guard.js';
import type { DrawnPattern } from '../../backend/seeds/goods-types.js';
import { demoShop } from './demo-shop.ts';
import { DrawingThread } from './drawing-thread.ts';
import { readGoods } from './goods-cache.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'goods-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Starts two programs that use the CPU for ten seconds. */
const busyLoops = () =>
  [1, 2].map(() => spawn(process.execPath, ['-e', 'const end = Date.now() + 10_000; while (Date.now() < end);']));

it('a drawing thread does not delay connections to PostgreSQL on a busy machine', async () => {
  const thread = new DrawingThread(folder);
  const load = busyLoops();
  try {
    const { key, files } = demoShop.patterns[0]!;
    const drawn = thread.draw(key);
    const ended = new AbortController();
    const drawnOrFailed = drawn.catch(() => undefined).then(() => ended.abort());
    let [connections, longest] = [0, 0];
    do {
      const client = new pg.Client({
        connectionString: process.env.TEST_DATABASE_URL,
        connectionTimeoutMillis: POOL_OPTIONS.connectionTimeoutMillis,
      });
      const startedAt = performance.now();
      await client.connect();
      await client.end();
      longest = Math.max(longest, performance.now() - startedAt);
      connections += 1;
    } while (!ended.signal.aborted);
    await drawnOrFailed;
    expect(connections).toBeGreaterThan(1);
    expect(longest).toBeLessThan(POOL_OPTIONS.connectionTimeoutMillis);
    await drawn;
    const { previews, files: drawnFiles } = readGoods<DrawnPattern>(folder, key)!;
    expect(previews.length).toBeGreaterThan(0);
    expect(drawnFiles.map(({ fileName }) => fileName)).toEqual((await files()).map(({ fileName }) => fileName));
    expect(drawnFiles.every(({ prepared }) => prepared.master.byteLength > 0 && prepared.plan.pages > 0)).toBe(true);
  } finally {
    for (const loop of load) loop.kill('SIGKILL');
    await thread.close();
  }
}, 90_000);

it('a drawing thread ends after an error and rejects all later requests with this error', async () => {
  const thread = new DrawingThread(folder);
  await expect(thread.draw('no-such-pattern')).rejects.toThrow(/no pattern no-such-pattern/);
  await expect(thread.draw(demoShop.patterns[0]!.key)).rejects.toThrow(/no pattern no-such-pattern/);
  await thread.close();
});
