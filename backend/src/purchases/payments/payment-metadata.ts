import { deriveToken, hashToken } from '../../platform/derived-token.js';
import type { Language } from '../../platform/language.js';
import { parseLicence, serialiseLicence, type SoldLicence } from '../orders/licence-text.js';
import type { Purchase, Waiver } from '../orders/purchase.entity.js';
import type { CardPayment } from './payment-event.js';

/** The fields of an order that the metadata of its payment contain or seal. */
export type MetadataFields = Pick<
  Purchase,
  'id' | 'orderNumber' | 'patternId' | 'locale' | 'amountCents' | 'currency' | 'buyerId'
> &
  Partial<
    Pick<Purchase, 'consent' | 'declaredCountry' | 'offeredFiles' | 'licence' | 'termsTextId' | 'withdrawalTextId'>
  >;

/** The fields of a purchase that are read from the metadata of its payment. Ids are the only personal data. */
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
  /** Null for payments from before the shop had licences. */
  licence: SoldLicence | null;
  /** The legal texts of the order; null for payments from before the shop stored these texts. */
  termsTextId: string | null;
  withdrawalTextId: string | null;
}

/**
 * The keys in the sequence in which their values are sealed. Append new keys at the end, and seal them only if they have a
 * value: payments from before a key existed stay valid.
 */
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
  'licence',
  'terms_text',
  'withdrawal_text',
] as const;
/** The keys that payments from before do not have. */
const LATER_KEYS: readonly string[] = ['licence', 'terms_text', 'withdrawal_text'] satisfies (typeof KEYS)[number][];
const GUEST = 'guest';

/**
 * The metadata from which a lost purchase can be rebuilt. The seal proves that this shop wrote the metadata for this amount.
 * Stripe limits values to 500 characters; an empty value deletes the key.
 */
export function toPaymentMetadata(order: MetadataFields, secret: string): Record<string, string> {
  const { consent } = order;
  const metadata: StripeMetadata = {
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
    licence: order.licence ? serialiseLicence(order.licence) : '',
    terms_text: order.termsTextId ?? '',
    withdrawal_text: order.withdrawalTextId ?? '',
  };
  return { ...metadata, seal: createSeal(metadata, order, secret) };
}

/** @returns null for a payment that this shop did not open, or whose metadata were changed */
export function parsePaymentMetadata(payment: CardPayment, secret: string): PaymentMetadata | null {
  const { seal, ...metadata } = payment.metadata as StripeMetadata & { seal?: string };
  if (!seal || hashToken(seal) !== hashToken(createSeal(metadata, payment, secret))) return null;
  const { waiver_version: version, waiver_locale: locale, waiver_accepted_at: acceptedAt } = metadata;
  return {
    purchaseId: metadata.purchase_id!,
    orderNumber: metadata.order_number!,
    patternId: metadata.pattern_id!,
    buyerId: metadata.buyer_id === GUEST ? null : metadata.buyer_id!,
    locale: metadata.locale as Language,
    declaredCountry: metadata.country || null,
    consent: version ? { version, locale: locale as Language, acceptedAt: acceptedAt! } : null,
    offeredFiles: metadata.files ? metadata.files.split(' ') : [],
    licence: metadata.licence ? parseLicence(metadata.licence) : null,
    termsTextId: metadata.terms_text || null,
    withdrawalTextId: metadata.withdrawal_text || null,
  };
}

type StripeMetadata = Partial<Record<(typeof KEYS)[number], string>>;

function createSeal(
  metadata: StripeMetadata,
  { amountCents, currency }: Pick<CardPayment, 'amountCents' | 'currency'>,
  secret: string,
) {
  const keys = KEYS.filter((key) => !LATER_KEYS.includes(key) || metadata[key]);
  const sealed = [...keys.map((key) => metadata[key] ?? ''), amountCents, String(currency).toLowerCase()];
  return deriveToken(secret, 'payment-metadata', JSON.stringify(sealed));
}
