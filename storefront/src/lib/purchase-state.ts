import type { CopyFile, Purchase } from '../api/types';

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

/** The time left in the largest fitting unit, or null when it has passed. Days are rounded up: 30 days start as 30. */
export function remaining(iso: string, now = Date.now()): { unit: 'days' | 'hours' | 'minutes'; count: number } | null {
  const minutes = Math.floor((new Date(iso).getTime() - now) / 60_000);
  if (!(minutes >= 0)) return null;
  if (minutes >= 1440) return { unit: 'days', count: Math.ceil(minutes / 1440) };
  if (minutes >= 60) return { unit: 'hours', count: Math.floor(minutes / 60) };
  return { unit: 'minutes', count: Math.max(1, minutes) };
}
