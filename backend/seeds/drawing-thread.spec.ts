import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { BOUNDS } from '../src/platform/database/dead-connection-guard.js';
import { bundledPrograms } from '../test/support/bundled-programs.js';
import { demoShop } from './demo-shop.js';
import { DrawingThread } from './drawing-thread.js';

let programs: string;
beforeAll(async () => {
  programs = await bundledPrograms();
}, 120_000);

/** Programs that take what the machine has for ten seconds. */
const busyLoops = () =>
  [1, 2].map(() => spawn(process.execPath, ['-e', 'const end = Date.now() + 10_000; while (Date.now() < end);']));

it('draws while connections to PostgreSQL open in time, on a machine under load (review point 19)', async () => {
  const thread = new DrawingThread(pathToFileURL(join(programs, 'draw-pattern.js')));
  const load = busyLoops();
  try {
    const { key, files } = demoShop.patterns[0]!;
    const drawn = thread.draw(key);
    const ended = new AbortController();
    const over = drawn.catch(() => undefined).then(() => ended.abort());
    let [connections, longest] = [0, 0];
    do {
      const client = new pg.Client({
        connectionString: process.env.TEST_DATABASE_URL,
        connectionTimeoutMillis: BOUNDS.connectionTimeoutMillis,
      });
      const began = performance.now();
      await client.connect();
      await client.end();
      longest = Math.max(longest, performance.now() - began);
      connections += 1;
    } while (!ended.signal.aborted);
    await over;
    expect(connections).toBeGreaterThan(1);
    expect(longest).toBeLessThan(BOUNDS.connectionTimeoutMillis);
    const { previews, files: made } = await drawn;
    expect(previews.length).toBeGreaterThan(0);
    expect(made.map(({ fileName }) => fileName)).toEqual((await files()).map(({ fileName }) => fileName));
    expect(made.every(({ prepared }) => prepared.master.byteLength > 0 && prepared.plan.pages > 0)).toBe(true);
  } finally {
    for (const loop of load) loop.kill('SIGKILL');
    await thread.close();
  }
}, 90_000);

it('says why a pattern was not drawn', async () => {
  const thread = new DrawingThread(pathToFileURL(join(programs, 'draw-pattern.js')));
  await expect(thread.draw('no-such-pattern')).rejects.toThrow(/files/);
  // The thread has ended with it.
  await expect(thread.draw(demoShop.patterns[0]!.key)).rejects.toThrow(/files/);
  await thread.close();
});
