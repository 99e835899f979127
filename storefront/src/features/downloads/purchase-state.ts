import type { Purchase } from '../../api/types';
import { remaining } from '../../lib/format';

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
  return state === 'ready' && purchase.files.some((file) => file.downloadCount >= file.downloadLimit);
}
