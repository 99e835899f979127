import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startShop } from '../sandbox/start-shop.ts';

/** Starts one shop for all journeys, unless BASE_URL names a running one. @returns a function that stops it */
export default async function openShop(): Promise<(() => Promise<void>) | undefined> {
  // The runner calls the teardown only after SIGINT.
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, () => process.kill(process.pid, 'SIGINT'));
  if (process.env.BASE_URL) return undefined;

  const directory = mkdtempSync(join(process.env.JOURNEYS_DIRECTORY ?? tmpdir(), 'journeys-'));
  // PostgreSQL may run as another user, who needs access to the directory.
  chmodSync(directory, 0o755);
  // The runner may exit during the start without calling the teardown.
  process.once('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(new Error('Interrupted.'));
  process.once('SIGINT', interrupt);
  const shop = await startShop({ dataDir: join(directory, 'data'), port: 0, quiet: true, signal: interrupted.signal });
  process.off('SIGINT', interrupt);
  process.env.BASE_URL = shop.urls.url;
  return () => shop.stop();
}
