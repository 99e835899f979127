import type { CopyFile, Purchase } from '../api/types';
import { remaining } from './format';

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

type Facts = Pick<Purchase, 'status' | 'copyState' | 'canDownload' | 'downloadExpiresAt' | 'refundRequestedAt'>;

/** What a purchase is to its owner right now. */
export function purchaseState({
  status,
  copyState,
  canDownload,
  downloadExpiresAt,
  refundRequestedAt,
}: Facts): EntryState {
  if (status === 'refunded' || status === 'cancelled') return status;
  if (refundRequestedAt) return 'refunding';
  if (status === 'pending' || copyState === 'awaiting-payment') return 'awaiting';
  if (copyState === 'marking' || copyState === 'delayed') return copyState;
  if (canDownload) return 'ready';
  return downloadExpiresAt && remaining(downloadExpiresAt) ? 'spent' : 'expired';
}

/** Whether a fresh link would give back something that is used up. */
export function isWorthRenewing(purchase: Facts & Pick<Purchase, 'files'>): boolean {
  const state = purchaseState(purchase);
  if (state === 'spent' || state === 'expired') return true;
  return state === 'ready' && !purchase.files.every(hasLeft);
}

/** What one big button gives: the file for A4 or else the first, of those that can be loaded as long as there are any. */
export function mainFile(files: CopyFile[]): CopyFile | undefined {
  const left = files.filter(hasLeft);
  const offered = left.length > 0 ? left : files;
  return offered.find((file) => file.kind === 'a4') ?? offered[0];
}

const hasLeft = ({ downloadCount, downloadLimit }: CopyFile) => downloadCount < downloadLimit;
