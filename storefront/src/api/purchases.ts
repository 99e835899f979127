import type { components } from './schema';
import { mine } from './session';
import type { Language } from './types';

export type Invoice = components['schemas']['InvoiceLink'];

/** The actions of an owner on a purchase besides downloading it. */
export const library = {
  /** Starts the period of the link and the downloads of each file again, under a new token. */
  renewLink: (id: string, lang: Language) =>
    mine.post('/api/users/purchases/{id}/renew-link', { params: { path: { id }, query: { lang } } }),
  /** The invoice and, after a refund, its cancellation; the links are valid for a minute. */
  invoices: (id: string) =>
    mine.get('/api/users/purchases/{id}/invoice', { params: { path: { id } } }).then((data) => data.invoices),
};
