import { expect, type APIRequestContext } from '@playwright/test';
import type { Person } from './people.ts';

export interface KnownPurchase {
  id: string;
  patternTitle: string;
  downloadToken: string | null;
  canDownload: boolean;
  downloadCount: number;
  downloadLimit: number;
  status: string;
}

/** What the shop says somebody has bought, the newest first. */
export async function purchasesOf(request: APIRequestContext, { email, password }: Person): Promise<KnownPurchase[]> {
  const session = await request.post('/api/auth/login', { data: { email, password } });
  expect(session.ok()).toBe(true);
  const { accessToken } = ((await session.json()) as { data: { accessToken: string } }).data;
  const list = await request.get('/api/users/purchases', { headers: { Authorization: `Bearer ${accessToken}` } });
  return ((await list.json()) as { data: { purchases: KnownPurchase[] } }).data.purchases;
}
