import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startShop } from '../sandbox/start-shop.ts';

/** Starts one shop for all journeys, unless BASE_URL is set to a running shop. @returns a function that stops the shop */
export default async function startShopForJourneys(): Promise<(() => Promise<void>) | undefined> {
  // Playwright calls the teardown after SIGINT, but not after SIGTERM and SIGHUP, so these two cause a SIGINT.
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, () => process.kill(process.pid, 'SIGINT'));
  if (process.env.BASE_URL) return undefined;

  const directory = mkdtempSync(join(process.env.JOURNEYS_DIRECTORY ?? tmpdir(), 'journeys-'));
  // PostgreSQL can run as another user, who must be able to open the directory.
  chmodSync(directory, 0o755);
  // The directory is also removed when Playwright exits during the setup, because Playwright then calls no teardown.
  process.once('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(new Error('Interrupted.'));
  process.once('SIGINT', interrupt);
  const shop = await startShop({ dataDir: join(directory, 'data'), port: 0, quiet: true, signal: interrupted.signal });
  process.off('SIGINT', interrupt);
  process.env.BASE_URL = shop.urls.url;
  return () => shop.stop();
}
