import type { ExportStatus } from '../../src/privacy/export.contract.js';
import type { TestBuyer } from './builders.js';
import type { OpenShop } from './open-shop.js';
import { as } from './pay.js';
import { until } from './settles.js';
import { unzip } from './unzip.js';

export const statusOf = async (shop: OpenShop, user: TestBuyer, requestId = ''): Promise<ExportStatus> =>
  (await as(shop, user).get(`/api/gdpr/export/status?requestId=${requestId}`).expect(200)).body.data;

/** Requests an archive. @returns the id of the request */
export const requestExport = async (shop: OpenShop, user: TestBuyer): Promise<string> =>
  (await as(shop, user).post('/api/gdpr/export', {}).expect(202)).body.data.requestId;

/** Waits for an archive and downloads it. */
export async function fetchExport(shop: OpenShop, user: TestBuyer, requestId: string, ms?: number) {
  const status = await until(
    'the archive is ready',
    async () => {
      const now = await statusOf(shop, user, requestId);
      return now.status === 'ready' && now;
    },
    ms,
  );
  const response = await fetch(status.downloadUrl!);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status, headers: response.headers, bytes, files: await unzip(bytes) };
}
