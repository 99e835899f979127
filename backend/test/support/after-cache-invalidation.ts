import { CatalogueChanges } from '../../src/catalogue/catalogue-changes.js';
import type { OpenShop } from './open-shop.js';
import { until } from './settles.js';

/** Makes a change directly in the database and waits until the shop has invalidated its caches. */
export async function afterCacheInvalidation(
  shop: Pick<OpenShop, 'api'>,
  change: () => Promise<unknown>,
): Promise<void> {
  const changes = shop.api.get(CatalogueChanges);
  await until('the shop listens for changes', async () => changes.listening);
  const { version } = changes;
  await change();
  await until('the caches are invalidated', async () => changes.version > version);
}
