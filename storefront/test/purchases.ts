import type { Purchase } from '../src/api/types';

/** @returns the time `count` days from now in ISO 8601 */
export const daysFromNow = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
export const file = {
  id: 'f1',
  kind: 'a4' as const,
  fileName: 'a4.pdf',
  bytes: 3e6,
  pages: 3,
  sheets: 3,
  state: 'ready' as const,
  downloadCount: 1,
  downloadLimit: 5,
  version: 1,
  changelog: null,
};
export const paidPurchase: Purchase = {
  id: 'pu1',
  purchaseId: 'pu1',
  orderNumber: 'PP-2026-000042',
  patternId: 'p1',
  patternTitle: 'Lina dress',
  patternPreviewImages: [],
  designerName: 'Atelier',
  purchaseDate: '2026-11-21T10:00:00.000Z',
  amountCents: 1290,
  currency: 'EUR',
  status: 'paid',
  copyState: 'ready',
  downloadCount: 1,
  downloadLimit: 5,
  downloadToken: 'tok',
  downloadExpiresAt: daysFromNow(29.5),
  canDownload: true,
  receiptSentAt: '2026-11-21T10:00:02.000Z',
  refundRequestedAt: null,
  refundedAt: null,
  renewalsLeft: 3,
  confirmation: {
    buyerEmail: 'lina@example.com',
    country: 'DE',
    vatRate: 19,
    vatCents: 206,
    waiver: null,
    withdrawableUntil: null,
  },
  files: [file],
};
