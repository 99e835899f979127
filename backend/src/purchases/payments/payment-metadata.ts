import { deriveToken, hashToken } from '../../platform/derived-token.js';
import type { Language } from '../../platform/language.js';
import type { Purchase, Waiver } from '../orders/purchase.entity.js';
import type { CardPayment } from './payment-event.js';

/** What of an order is written on its payment. */
export type NotedOrder = Pick<
  Purchase,
  'id' | 'orderNumber' | 'patternId' | 'locale' | 'amountCents' | 'currency' | 'buyerId'
> &
  Partial<Pick<Purchase, 'consent' | 'declaredCountry' | 'offeredFiles'>>;

/** All that a purchase consists of and the payment itself does not say, ids and choices only. */
export interface PaymentMetadata {
  purchaseId: string;
  orderNumber: string;
  patternId: string;
  /** Null for a guest. */
  buyerId: string | null;
  locale: Language;
  declaredCountry: string | null;
  consent: Waiver | null;
  offeredFiles: string[];
}

/** In this order they are sealed; a new one goes to the end. */
const KEYS = [
  'purchase_id',
  'order_number',
  'pattern_id',
  'buyer_id',
  'locale',
  'country',
  'waiver_version',
  'waiver_locale',
  'waiver_accepted_at',
  'files',
] as const;
const GUEST = 'guest';

/**
 * The metadata of an order's payment: should the database lose the order, it can be made again from them. The seal says
 * that this shop wrote them, for this amount. No value is longer than 500 characters; an empty one stands for nothing.
 */
export function toPaymentMetadata(order: NotedOrder, secret: string): Record<string, string> {
  const { consent } = order;
  const note: Note = {
    purchase_id: order.id,
    order_number: order.orderNumber,
    pattern_id: order.patternId,
    buyer_id: order.buyerId ?? GUEST,
    locale: order.locale,
    country: order.declaredCountry ?? '',
    waiver_version: consent?.version ?? '',
    waiver_locale: consent?.locale ?? '',
    waiver_accepted_at: consent?.acceptedAt ?? '',
    files: (order.offeredFiles ?? []).join(' '),
  };
  return { ...note, seal: sealOf(note, order, secret) };
}

/** @returns null for a payment that this shop did not open, or that somebody has changed since */
export function parsePaymentMetadata(payment: CardPayment, secret: string): PaymentMetadata | null {
  const { seal, ...note } = payment.metadata as Note & { seal?: string };
  if (!seal || hashToken(seal) !== hashToken(sealOf(note, payment, secret))) return null;
  const { waiver_version: version, waiver_locale: locale, waiver_accepted_at: acceptedAt } = note;
  return {
    purchaseId: note.purchase_id!,
    orderNumber: note.order_number!,
    patternId: note.pattern_id!,
    buyerId: note.buyer_id === GUEST ? null : note.buyer_id!,
    locale: note.locale as Language,
    declaredCountry: note.country || null,
    consent: version ? { version, locale: locale as Language, acceptedAt: acceptedAt! } : null,
    offeredFiles: note.files ? note.files.split(' ') : [],
  };
}

type Note = Partial<Record<(typeof KEYS)[number], string>>;

function sealOf(note: Note, { amountCents, currency }: Pick<CardPayment, 'amountCents' | 'currency'>, secret: string) {
  const said = [...KEYS.map((key) => note[key] ?? ''), amountCents, String(currency).toLowerCase()];
  return deriveToken(secret, 'order-note', JSON.stringify(said));
}
