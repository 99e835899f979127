import { queryOptions } from '@tanstack/react-query';
import { guestKey } from '../lib/guest-key';
import { ApiError, isRefused } from './api-error';
import type { components } from './schema';
import { mine } from './session';
import { readAccessToken } from './tokens';
import type { Access, Language, Purchase } from './types';

type Schemas = components['schemas'];
export type Invoice = Schemas['InvoiceLink'];

export const purchases = {
  start: (order: Omit<Schemas['StartPayment'], 'guest_key'>) =>
    mine.post('/api/payments/create', {
      // A guest is identified by the key of the browser, a signed-in buyer by the account.
      body: readAccessToken() ? order : { ...order, guest_key: guestKey() },
      fallback: 'Failed to create payment',
    }),
  list: (lang: Language, signal?: AbortSignal) =>
    mine.get('/api/users/purchases', { params: { query: { lang } }, signal }).then((data) => data.purchases),
  /** Reads the same as `downloadAccess`, but by the id of the purchase. */
  download: (id: string, lang: Language) =>
    mine.get('/api/users/purchases/{id}/download', { params: { path: { id }, query: { lang } } }),
  link: (token: string, file?: string) => mine.post('/api/downloads/secure', { body: { token, file } }),
  /** Allows the buyer 30 more days and five more downloads of each file, with a new token. */
  renewLink: (id: string, lang: Language) =>
    mine.post('/api/users/purchases/{id}/renew-link', { params: { path: { id }, query: { lang } } }),
  /** Reads the invoice and, after a refund, the cancellation invoice. The links are valid for a minute. */
  invoices: (id: string) =>
    mine.get('/api/users/purchases/{id}/invoice', { params: { path: { id } } }).then((data) => data.invoices),
};

/** Polls while a copy is being stamped, and less often while a refund is in progress. */
export const myPurchases = (lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'purchases', lang],
    queryFn: ({ signal }) => purchases.list(lang, signal),
    refetchInterval: ({ state }) => {
      if (state.data?.some(isInProgress)) return 3000;
      return state.data?.some(isBeingRefunded) ? 10_000 : false;
    },
  });

export const recentDownloads = (limit: number, lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'recent', limit, lang],
    queryFn: ({ signal }) =>
      mine
        .get('/api/users/downloads/recent', { params: { query: { limit, lang } }, signal })
        .then((data) => data.downloads),
  });

/** Polls while a copy is being stamped: every 0.3 s for the first six seconds, then with growing intervals. */
export const downloadAccess = (idOrToken: string, lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'access', idOrToken, lang],
    queryFn: ({ signal }) =>
      mine.get('/api/downloads/{idOrToken}', { params: { path: { idOrToken }, query: { lang } }, signal }),
    // Shows the previous data during a language switch. Otherwise the payment would look unfinished.
    placeholderData: (previous: Access | undefined, previousQuery) =>
      previousQuery?.queryKey[2] === idOrToken ? previous : undefined,
    refetchInterval: ({ state }) => {
      if (state.data) return isInProgress(state.data) ? pollEvery(state.dataUpdateCount) : false;
      return state.error ? retryDelay(state.error) : false;
    },
  });

function isInProgress({ status, copyState }: Pick<Access | Purchase, 'status' | 'copyState'>): boolean {
  return (
    status !== 'refunded' && status !== 'cancelled' && ['awaiting-payment', 'marking', 'delayed'].includes(copyState)
  );
}

const isBeingRefunded = ({ status, refundRequestedAt }: Purchase) => status === 'paid' && refundRequestedAt !== null;

/** @returns the milliseconds until the next request, after a 429 at least Retry-After; false when a retry cannot help */
function retryDelay(error: Error): number | false {
  if (error instanceof ApiError && error.status === 429) return Math.max(3000, (error.retryAfter ?? 0) * 1000);
  return isRefused(error) ? false : 3000;
}

/** @param responses the number of responses so far @returns the milliseconds until the next request */
export function pollEvery(responses: number): number {
  if (responses <= 20) return 300;
  if (responses <= 40) return 1000;
  return 4000;
}
