import type { CopyFile, Purchase } from '../api/types';
import { remaining } from './format-date';

export type EntryState =
  | 'awaiting'
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
}: PurchaseFields): EntryState {
  if (status === 'refunded' || status === 'cancelled') return status;
  if (refundRequestedAt) return 'refunding';
  if (status === 'pending' || copyState === 'awaiting-payment') return 'awaiting';
  if (copyState === 'marking' || copyState === 'delayed') return copyState;
  if (canDownload) return 'ready';
  return downloadExpiresAt && remaining(downloadExpiresAt) ? 'spent' : 'expired';
}

/** @returns true when a renewed link would allow more downloads than the current one */
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
