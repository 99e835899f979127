import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { guestKey } from '../lib/guest-key';
import { ApiError, isRefused } from './api-error';
import type { components } from './schema';
import { sessionApi } from './session';
import { readAccessToken } from './tokens';
import type { Language, Purchase } from './types';

type Schemas = components['schemas'];
export type Invoice = Schemas['InvoiceLink'];

export const purchases = {
  start: (order: Omit<Schemas['StartPayment'], 'guest_key'>) =>
    sessionApi.post('/api/payments/create', {
      // The key of the browser tab identifies a guest. The account identifies a signed-in buyer.
      body: readAccessToken() ? order : { ...order, guest_key: guestKey() },
      fallback: 'Failed to create payment',
    }),
  list: (lang: Language, signal?: AbortSignal) =>
    sessionApi.get('/api/users/purchases', { params: { query: { lang } }, signal }).then((data) => data.purchases),
  /** Reads the download state of a purchase. The response contains the current download token. */
  download: (id: string, lang: Language) =>
    sessionApi.get('/api/users/purchases/{id}/download', { params: { path: { id }, query: { lang } } }),
  /** Counts a download and returns a presigned URL of the file, or of the main file when `file` is missing. */
  link: (token: string, file?: string) => sessionApi.post('/api/downloads/secure', { body: { token, file } }),
  /** Renews the download link: the 30 days and the five downloads per file start again. The earlier link becomes invalid. */
  renewLink: (id: string, lang: Language) =>
    sessionApi.post('/api/users/purchases/{id}/renew-link', { params: { path: { id }, query: { lang } } }),
  /** Reads the invoice and the documents of the refunds. The links are valid for a minute. */
  invoices: (id: string) =>
    sessionApi.get('/api/users/purchases/{id}/invoice', { params: { path: { id } } }).then((data) => data.invoices),
};

/** The countries and territories to which the shop sells, with the VAT of today and the planned delivery. */
export const servedCountries = (lang: Language) =>
  queryOptions({
    queryKey: ['served-countries', lang],
    queryFn: ({ signal }) => sessionApi.get('/api/payments/countries', { params: { query: { lang } }, signal }),
    // Keeps the field filled during a language switch.
    placeholderData: keepPreviousData,
  });

/** Polls while the buyer waits for a payment or a copy, and less often while a refund is in progress. */
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
      sessionApi
        .get('/api/users/downloads/recent', { params: { query: { limit, lang } }, signal })
        .then((data) => data.downloads),
  });

/** Polls while the buyer waits for the payment or a copy: every 0.3 s at first, after 20 responses less often. */
export const downloadAccess = (idOrToken: string, lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'access', idOrToken, lang],
    queryFn: ({ signal }) =>
      sessionApi.get('/api/downloads/{idOrToken}', { params: { path: { idOrToken }, query: { lang } }, signal }),
    // Shows the previous data during a language switch. Otherwise the payment would look unfinished.
    placeholderData: (previous: Purchase | undefined, previousQuery) =>
      previousQuery?.queryKey[2] === idOrToken ? previous : undefined,
    refetchInterval: ({ state }) => {
      if (state.data) return isInProgress(state.data) ? pollEvery(state.dataUpdateCount) : false;
      return state.error ? retryDelay(state.error) : false;
    },
  });

function isInProgress({ status, copyState }: Pick<Purchase, 'status' | 'copyState'>): boolean {
  return (
    status !== 'refunded' && status !== 'cancelled' && ['awaiting-payment', 'marking', 'delayed'].includes(copyState)
  );
}

const isBeingRefunded = ({ status, refundRequestedAt }: Purchase) => status === 'paid' && refundRequestedAt !== null;

/** @returns the milliseconds until the next request (after a 429, at least Retry-After); false when a retry cannot help */
function retryDelay(error: Error): number | false {
  if (error instanceof ApiError && error.status === 429) return Math.max(3000, (error.retryAfter ?? 0) * 1000);
  return isRefused(error) ? false : 3000;
}

/**
 * @param responses the number of responses so far
 * @returns the milliseconds until the next request
 */
export function pollEvery(responses: number): number {
  if (responses <= 20) return 300;
  if (responses <= 40) return 1000;
  return 4000;
}
