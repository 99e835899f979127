import { CatalogueChanges } from '../../src/catalogue/catalogue-changes.js';
import type { OpenShop } from './open-shop.js';
import { until } from './settles.js';

/** Makes a change past the shop, which hears of it a moment later; by then it answers nothing older. */
export async function heard(shop: Pick<OpenShop, 'api'>, change: () => Promise<unknown>): Promise<void> {
  const changes = shop.api.get(CatalogueChanges);
  await until('the shop listens', async () => changes.listening);
  const { version } = changes;
  await change();
  await until('the shop has heard of it', async () => changes.version > version);
}
