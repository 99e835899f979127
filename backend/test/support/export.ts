import type { ExportStatus } from '../../src/privacy/export.contract.js';
import type { TestBuyer } from './builders.js';
import type { OpenShop } from './open-shop.js';
import { as } from './pay.js';
import { until } from './settles.js';
import { unzip } from './unzip.js';

export const statusOf = async (shop: OpenShop, person: TestBuyer, requestId = ''): Promise<ExportStatus> =>
  (await as(shop, person).get(`/api/gdpr/export/status?requestId=${requestId}`).expect(200)).body.data;

/** Asks for an archive. @returns its request's id */
export const requestExport = async (shop: OpenShop, person: TestBuyer): Promise<string> =>
  (await as(shop, person).post('/api/gdpr/export', {}).expect(202)).body.data.requestId;

/** Waits for an archive and fetches it as a browser would. */
export async function fetchExport(shop: OpenShop, person: TestBuyer, requestId: string, ms?: number) {
  const status = await until(
    'the archive is ready',
    async () => {
      const now = await statusOf(shop, person, requestId);
      return now.status === 'ready' && now;
    },
    ms,
  );
  const answer = await fetch(status.downloadUrl!);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status, headers: answer.headers, bytes, files: await unzip(bytes) };
}
