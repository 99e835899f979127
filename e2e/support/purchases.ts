import type { APIRequestContext } from '@playwright/test';
import { fetchAccessToken, type Person } from './people.ts';

export interface ListedPurchase {
  id: string;
  orderNumber: string;
  patternTitle: string;
  downloadToken: string | null;
  canDownload: boolean;
  downloadCount: number;
  downloadLimit: number;
  status: string;
}

/** Lists the purchases of a person, newest first. */
export async function listPurchases(request: APIRequestContext, person: Person): Promise<ListedPurchase[]> {
  const headers = { Authorization: `Bearer ${await fetchAccessToken(request, person)}` };
  const list = await request.get('/api/users/purchases', { headers });
  return ((await list.json()) as { data: { purchases: ListedPurchase[] } }).data.purchases;
}
