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
      // Only a guest is identified by the browser.
      body: readAccessToken() ? order : { ...order, guest_key: guestKey() },
      fallback: 'Failed to create payment',
    }),
  list: (lang: Language, signal?: AbortSignal) =>
    mine.get('/api/users/purchases', { params: { query: { lang } }, signal }).then((data) => data.purchases),
  /** The same as `access`, for an owner whose token is not at the client. */
  download: (id: string, lang: Language) =>
    mine.get('/api/users/purchases/{id}/download', { params: { path: { id }, query: { lang } } }),
  access: (idOrToken: string, lang: Language, signal?: AbortSignal) =>
    mine.get('/api/downloads/{idOrToken}', { params: { path: { idOrToken }, query: { lang } }, signal }),
  link: (token: string, file?: string) => mine.post('/api/downloads/secure', { body: { token, file } }),
  recentDownloads: (limit: number, lang: Language, signal?: AbortSignal) =>
    mine
      .get('/api/users/downloads/recent', { params: { query: { limit, lang } }, signal })
      .then((data) => data.downloads),
};

/** The actions of an owner on a purchase besides downloading it. */
export const library = {
  /** Starts the period of the link and the downloads of each file again, under a new token. */
  renewLink: (id: string, lang: Language) =>
    mine.post('/api/users/purchases/{id}/renew-link', { params: { path: { id }, query: { lang } } }),
  /** The invoice and, after a refund, its cancellation; the links are valid for a minute. */
  invoices: (id: string) =>
    mine.get('/api/users/purchases/{id}/invoice', { params: { path: { id } } }).then((data) => data.invoices),
};

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
