import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startShop } from '../sandbox/start-shop.ts';

/** Starts one whole shop for all journeys, unless BASE_URL names a running one. @returns what stops it again */
export default async function openShop(): Promise<(() => Promise<void>) | undefined> {
  // The runner tidies up after Ctrl-C only; whoever ends it otherwise means the same.
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, () => process.kill(process.pid, 'SIGINT'));
  if (process.env.BASE_URL) return undefined;

  const directory = mkdtempSync(join(process.env.JOURNEYS_DIRECTORY ?? tmpdir(), 'journeys-'));
  // PostgreSQL may have to run as somebody else, who must be able to enter.
  chmodSync(directory, 0o755);
  // Also when the runner ends in the middle of the start, which waits for nobody.
  process.once('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(new Error('Interrupted.'));
  process.once('SIGINT', interrupt);
  const shop = await startShop({ dataDir: join(directory, 'data'), port: 0, quiet: true, signal: interrupted.signal });
  process.off('SIGINT', interrupt);
  process.env.BASE_URL = shop.urls.url;
  return () => shop.stop();
}
