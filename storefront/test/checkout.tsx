import { screen } from '@testing-library/react';
import { loadConfig } from '../src/api/config';
import type { Pattern, Purchase } from '../src/api/types';
import { Page } from '../src/pages/checkout-page';
import { Refetchable, lina, openScreen, fakeApi } from './screen';

export const pattern = {
  id: 'p1',
  title: 'Lina dress',
  description: 'A dress.',
  category: 'Dresses',
  difficulty_level: 'Beginner',
  preview_images: [],
  designer_name: 'Atelier',
  tags: [],
  price: 1290,
  currency: 'EUR',
  details: { licence: { kind: 'small-series', pieces: 50 } },
  files: [],
} as unknown as Pattern;

/** A paid purchase whose copy is ready. */
export const ready: Purchase = {
  id: 'pu1',
  patternPreviewImages: [],
  designerName: 'Atelier',
  purchaseDate: '2026-11-21T10:00:00.000Z',
  amountCents: 1290,
  refundedCents: 0,
  currency: 'EUR',
  purchaseId: 'pu1',
  orderNumber: '42',
  patternId: 'p1',
  patternTitle: 'Lina dress',
  downloadCount: 0,
  downloadLimit: 5,
  downloadExpiresAt: null,
  deliveryFrom: null,
  canDownload: true,
  downloadToken: 'tok',
  status: 'paid',
  copyState: 'ready',
  receiptSentAt: '2026-11-21T10:00:02.000Z',
  refundRequestedAt: null,
  refundedAt: null,
  renewalsLeft: 3,
  confirmation: {
    buyerEmail: 'lina@example.com',
    country: 'AT',
    vatRate: 20,
    vatCents: 215,
    vatCountry: 'Austria',
    taxNote: null,
    waiver: null,
    licence: null,
    withdrawableUntil: '2036-12-08T23:00:00.000Z',
  },
  files: [
    {
      id: 'f1',
      kind: 'a4',
      fileName: 'a4.pdf',
      bytes: 3e6,
      pages: 3,
      sheets: 3,
      state: 'ready',
      downloadCount: 0,
      downloadLimit: 5,
      version: 1,
      changelog: null,
    },
  ],
};

const NO_VAT_NOTE = 'Not subject to German VAT (§ 3a (5) UStG, the German VAT Act).';
export const countries = [
  { country: 'AT', name: 'Austria', vatRate: 20, vatCountry: 'Austria', taxNote: null },
  { country: 'FR', name: 'France', vatRate: 20, vatCountry: 'France', taxNote: null },
  { country: 'DE', name: 'Germany', vatRate: 19, vatCountry: 'Germany', taxNote: null },
  { country: 'NO', name: 'Norway', vatRate: null, vatCountry: null, taxNote: NO_VAT_NOTE },
];

/** The response to a new order: the payment has started. */
export const started = {
  client_secret: 'pi_1_secret',
  purchase_id: 'pu1',
  payment_intent_id: 'pi_1',
  amount: 1290,
  currency: 'EUR',
  status: 'pending',
};

export const fakeShop = (responses: Parameters<typeof fakeApi>[0]) =>
  fakeApi({
    '/api/auth/profile': () => ({ data: lina }),
    '/api/patterns/p1': () => ({ data: pattern }),
    '/api/users/patterns/p1/access': () => ({ data: { hasAccess: false } }),
    '/api/payments/countries': () => ({ data: { countries, plannedDelivery: '2036-12-08T23:00:00.000Z' } }),
    '/api/payments/create': () => ({ status: 201, data: started }),
    '/api/downloads/pu1': () => ({ data: ready }),
    '/api/users/purchases': () => ({ data: { purchases: [ready] } }),
    ...responses,
  });

export const setShopConfig = async (config: object) => {
  globalThis.fetch = async () => Response.json(config);
  await loadConfig();
};

export const openCheckout = (search = '') =>
  openScreen(<Refetchable screen={<Page />} />, { path: '/checkout/:id', at: `/checkout/p1${search}` });
export const orderButton = () => screen.findByRole('button', { name: /Complete Purchase/ });
