import { call } from './client';
import type { components } from './schema';
import type { Access, Language } from './types';

export type Invoice = components['schemas']['InvoiceLink'];

/** What an owner may do with a purchase besides downloading it. */
export const library = {
  /** Another 30 days and five downloads of each file, under a new token. */
  renewLink: (purchaseId: string, lang: Language) =>
    call<Access>(`/api/users/purchases/${encodeURIComponent(purchaseId)}/renew-link`, {
      method: 'POST',
      query: { lang },
      body: {},
      bearer: true,
    }),
  /** The invoice and, after a refund, its cancellation; links that hold for a minute. */
  invoices: (purchaseId: string) =>
    call<{ invoices: Invoice[] }>(`/api/users/purchases/${encodeURIComponent(purchaseId)}/invoice`, {
      bearer: true,
    }).then((data) => data.invoices),
};
