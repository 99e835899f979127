import { queryOptions } from '@tanstack/react-query';
import { ApiError, isRefused } from './api-error';
import { purchases } from './purchases';
import type { Access, Language, Purchase } from './types';

/** Sign-out removes all entries under 'mine'. */
export const myPurchases = (lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'purchases', lang],
    queryFn: ({ signal }) => purchases.list(lang, signal),
    refetchInterval: ({ state }) => {
      if (state.data?.some(isUnderWay)) return 3000;
      return state.data?.some(isBeingRefunded) ? 10_000 : false;
    },
  });

export const recentDownloads = (limit: number, lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'recent', limit, lang],
    queryFn: ({ signal }) => purchases.recentDownloads(limit, lang, signal),
  });

/** Polls while a copy is being stamped: every 0.3 s for the first six seconds, then with growing intervals. */
export const downloadAccess = (purchaseIdOrToken: string, lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'access', purchaseIdOrToken, lang],
    queryFn: ({ signal }) => purchases.access(purchaseIdOrToken, lang, signal),
    // A language switch must not look like a payment that is open again.
    placeholderData: (known: Access | undefined, before) =>
      before?.queryKey[2] === purchaseIdOrToken ? known : undefined,
    refetchInterval: ({ state }) => {
      if (state.data) return isUnderWay(state.data) ? pollEvery(state.dataUpdateCount) : false;
      return state.error ? askAgainAfter(state.error) : false;
    },
  });

export function isUnderWay({ status, copyState }: Pick<Access | Purchase, 'status' | 'copyState'>): boolean {
  return (
    status !== 'refunded' && status !== 'cancelled' && ['awaiting-payment', 'marking', 'delayed'].includes(copyState)
  );
}

const isBeingRefunded = ({ status, refundRequestedAt }: Purchase) => status === 'paid' && refundRequestedAt !== null;

/** Milliseconds until the next request after a failure; after a 429 the server's Retry-After. */
function askAgainAfter(error: Error): number | false {
  if (error instanceof ApiError && error.status === 429) return Math.max(3000, (error.retryAfter ?? 0) * 1000);
  return isRefused(error) ? false : 3000;
}

/** Milliseconds until the next request after `asked` responses. */
export function pollEvery(asked: number): number {
  if (asked <= 20) return 300;
  if (asked <= 40) return 1000;
  return 4000;
}
