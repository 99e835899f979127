import { guestKey } from '../lib/guest-key';
import type { components } from './schema';
import { mine } from './session';
import { readAccessToken } from './tokens';
import type { Language } from './types';

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
  /** Gives another 30 days and five downloads of each file, under a new token. */
  renewLink: (id: string, lang: Language) =>
    mine.post('/api/users/purchases/{id}/renew-link', { params: { path: { id }, query: { lang } } }),
  /** The invoice and, after a refund, its cancellation; the links are valid for a minute. */
  invoices: (id: string) =>
    mine.get('/api/users/purchases/{id}/invoice', { params: { path: { id } } }).then((data) => data.invoices),
};
