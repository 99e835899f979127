import type { CopyFile, Purchase } from '../api/types';
import { remaining } from './format-date';

/**
 * `awaiting`: the payment is not complete. `waiting`: paid, and delivered after the right of withdrawal has ended.
 * `marking`: the worker makes the copies. `delayed`: the worker takes unusually long to make the copies. `spent`: no
 * downloads are left. `expired`: the period of the download link has ended. `refunding`: the refund is requested.
 */
export type PurchaseState =
  | 'awaiting'
  | 'waiting'
  | 'marking'
  | 'delayed'
  | 'ready'
  | 'spent'
  | 'expired'
  | 'refunding'
  | 'refunded'
  | 'cancelled';

type PurchaseFields = Pick<
  Purchase,
  'status' | 'copyState' | 'canDownload' | 'downloadExpiresAt' | 'refundRequestedAt'
>;

/** @returns the state of a purchase as the buyer sees it */
export function purchaseState({
  status,
  copyState,
  canDownload,
  downloadExpiresAt,
  refundRequestedAt,
}: PurchaseFields): PurchaseState {
  if (status === 'refunded' || status === 'cancelled') return status;
  if (refundRequestedAt) return 'refunding';
  if (status === 'pending' || copyState === 'awaiting-payment') return 'awaiting';
  if (copyState === 'waiting' || copyState === 'marking' || copyState === 'delayed') return copyState;
  if (canDownload) return 'ready';
  return downloadExpiresAt && remaining(downloadExpiresAt) ? 'spent' : 'expired';
}

/** @returns true when a renewed link would allow more downloads than the current link */
export function isWorthRenewing(purchase: PurchaseFields & Pick<Purchase, 'files'>): boolean {
  const state = purchaseState(purchase);
  if (state === 'spent' || state === 'expired') return true;
  return state === 'ready' && !purchase.files.every(hasDownloadsLeft);
}

/** @returns the file for the main download button: preferably one with downloads left, and among these the A4 file */
export function mainFile(files: CopyFile[]): CopyFile | undefined {
  const available = files.filter(hasDownloadsLeft);
  const offered = available.length > 0 ? available : files;
  return offered.find((file) => file.kind === 'a4') ?? offered[0];
}

const hasDownloadsLeft = ({ downloadCount, downloadLimit }: CopyFile) => downloadCount < downloadLimit;
