import type { APIRequestContext } from '@playwright/test';
import { accessTokenOf, type Person } from './people.ts';

export interface KnownPurchase {
  id: string;
  orderNumber: string;
  patternTitle: string;
  downloadToken: string | null;
  canDownload: boolean;
  downloadCount: number;
  downloadLimit: number;
  status: string;
}

/** What the shop says somebody has bought, the newest first. */
export async function purchasesOf(request: APIRequestContext, person: Person): Promise<KnownPurchase[]> {
  const headers = { Authorization: `Bearer ${await accessTokenOf(request, person)}` };
  const list = await request.get('/api/users/purchases', { headers });
  return ((await list.json()) as { data: { purchases: KnownPurchase[] } }).data.purchases;
}
