import type { Language } from '../../platform/language.js';
import { downloadToken } from '../downloads/download-token.js';
import { copyName } from '../downloads/copy-name.js';
import { type ConfirmationRow, orderConfirmation } from './order-confirmation.js';
import type { CopyState, CopyView, PurchaseView } from '../purchases.contract.js';
import { DOWNLOAD_LIMIT, type FileKind } from '../../platform/shop-rules.js';

/** One row of PURCHASE_COLUMNS. */
export interface PurchaseRow extends ConfirmationRow, Record<string, unknown> {
  id: string;
  order_number: string;
  pattern_id: string;
  amount_cents: number;
  refunded_cents: number;
  currency: string;
  status: PurchaseView['status'];
  access_serial: number;
  created_at: Date;
  paid_at: Date | null;
  receipt_sent_at: Date | null;
  access_expires_at: Date | null;
  title: string;
  preview_images: string[];
  designer_name: string;
  expired: boolean;
  deliverable: boolean;
  /** Whether the payment is older than 60 seconds. A copy that is still not ready is then shown as delayed. */
  late: boolean | null;
  refund_requested_at: Date | null;
  refunded_at: Date | null;
  /** When the delivery of a waiting order is due. */
  delivery_from: Date | null;
  renewals_left: number;
  files: (Omit<CopyView, 'kind' | 'fileName' | 'state' | 'downloadLimit'> & {
    kind: FileKind;
    state: 'marking' | 'ready';
    failures: number;
  })[];
}

/** Maps a row to the purchase of the API contract. The download token is derived, never stored. */
export function purchaseView(row: PurchaseRow, language: Language, tokenSecret: string): PurchaseView {
  const files = row.files.map(({ failures, ...file }): CopyView => {
    const delayed = file.state === 'marking' && (failures > 0 || Boolean(row.late));
    const fileName = copyName(row.title, file.kind, language);
    return { ...file, fileName, state: delayed ? 'delayed' : file.state, downloadLimit: DOWNLOAD_LIMIT };
  });
  const open = row.status === 'paid' && !row.refund_requested_at;
  const copyState = toCopyState(row, files);
  const hasDownloadsLeft = files.some((file) => file.downloadCount < DOWNLOAD_LIMIT);
  return {
    id: row.id,
    purchaseId: row.id,
    orderNumber: row.order_number,
    patternId: row.pattern_id,
    patternTitle: row.title,
    patternPreviewImages: row.preview_images,
    designerName: row.designer_name,
    purchaseDate: (row.paid_at ?? row.created_at).toISOString(),
    amountCents: row.amount_cents,
    refundedCents: row.refunded_cents,
    currency: row.currency,
    status: row.status,
    copyState,
    downloadCount: Math.max(0, ...files.map((file) => file.downloadCount)),
    downloadLimit: DOWNLOAD_LIMIT,
    downloadToken: open ? downloadToken(tokenSecret, row.id, row.access_serial) : null,
    deliveryFrom: copyState === 'waiting' ? row.delivery_from!.toISOString() : null,
    downloadExpiresAt: row.access_expires_at?.toISOString() ?? null,
    canDownload: open && copyState === 'ready' && !row.expired && hasDownloadsLeft,
    receiptSentAt: row.receipt_sent_at?.toISOString() ?? null,
    confirmation: orderConfirmation(row, language),
    refundRequestedAt: row.refund_requested_at?.toISOString() ?? null,
    refundedAt: row.refunded_at?.toISOString() ?? null,
    renewalsLeft: Math.max(0, row.renewals_left),
    files,
  };
}

function toCopyState(row: PurchaseRow, files: CopyView[]): CopyState {
  if (row.status === 'pending') return 'awaiting-payment';
  if (row.status !== 'paid' || row.refund_requested_at) return 'none';
  if (row.delivery_from) return 'waiting';
  if (files.length === 0) return 'none';
  if (files.some((file) => file.state === 'delayed')) return 'delayed';
  return row.deliverable && files.every((file) => file.state === 'ready') ? 'ready' : 'marking';
}
