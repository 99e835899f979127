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

/** The state of a purchase as its buyer sees it. */
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

/** Whether a renewed link restores used-up downloads. */
export function isWorthRenewing(purchase: PurchaseFields & Pick<Purchase, 'files'>): boolean {
  const state = purchaseState(purchase);
  if (state === 'spent' || state === 'expired') return true;
  return state === 'ready' && !purchase.files.every(hasLeft);
}

/** The file of the main button: the one for A4, else the first; files with downloads left come first. */
export function mainFile(files: CopyFile[]): CopyFile | undefined {
  const left = files.filter(hasLeft);
  const offered = left.length > 0 ? left : files;
  return offered.find((file) => file.kind === 'a4') ?? offered[0];
}

const hasLeft = ({ downloadCount, downloadLimit }: CopyFile) => downloadCount < downloadLimit;
