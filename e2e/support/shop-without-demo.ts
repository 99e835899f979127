import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from '@playwright/test';
import { startShop } from '../../sandbox/start-shop.ts';
import { type PublishedPattern, publishPattern } from './published-pattern.ts';

export interface ShopWithoutDemo {
  url: string;
  /** The only pattern on sale. */
  pattern: PublishedPattern;
}

/** Starts a shop with these settings, publishes one pattern, calls `use` and then stops the shop. */
export async function useShopWithoutDemo(
  settings: NodeJS.ProcessEnv,
  use: (shop: ShopWithoutDemo) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(process.env.JOURNEYS_DIRECTORY ?? tmpdir(), 'shop-'));
  // PostgreSQL can run as another user, who must be able to open the directory.
  chmodSync(directory, 0o755);
  const env = { ...process.env, ...settings };
  const shop = await startShop({ dataDir: join(directory, 'data'), port: 0, quiet: true, demo: false, env });
  const { url } = shop.urls;
  const api = await request.newContext({ baseURL: url });
  try {
    await use({ url, pattern: await publishPattern(api, 'Beutel Bente') });
  } finally {
    await api.dispose();
    await shop.stop();
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}
