import { defineEntity } from '@mikro-orm/core';
import type { Language } from '../../platform/language.js';
import type { TaxScheme } from '../../platform/tax/tax-scheme.js';
import { Purchase } from '../orders/purchase.entity.js';

export const INVOICE_KINDS = ['invoice', 'cancellation', 'correction'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** The seller, as configured when the invoice is issued. */
export interface InvoiceSeller {
  shopName: string;
  name: string;
  address: string;
  vatId: string | null;
  taxNumber: string | null;
  /** The German business identification number (W-IdNr.); missing in invoices from before 25 November 2026. */
  economicId?: string | null;
  /** Missing in invoices from before 28 November 2026, like the register; null for a sole trader. */
  representative?: string | null;
  /** Register court and number; null without an entry. */
  register?: string | null;
  email: string;
}

const InvoiceSchema = defineEntity({
  name: 'Invoice',
  tableName: 'invoices',
  properties: (p) => ({
    id: p.uuid().primary(),
    number: p.text(),
    kind: p.text().$type<InvoiceKind>(),
    purchaseId: () => p.manyToOne(Purchase).mapToPk().joinColumn('purchase_id'),
    /** The id of the invoice that a cancellation invoice cancels or a correction corrects. */
    cancels: p.uuid().nullable(),
    /** The refund that the document records; null for an invoice, and for a cancellation of an earlier version. */
    refundId: p.uuid().nullable(),
    orderNumber: p.text(),
    patternTitle: p.text(),
    locale: p.text().$type<Language>(),
    buyerId: p.uuid().nullable(),
    buyerName: p.text().nullable(),
    buyerEmail: p.text(),
    country: p.text(),
    seller: p.json<InvoiceSeller>(),
    netCents: p.integer(),
    vatCents: p.integer(),
    grossCents: p.integer(),
    /** Percent as text: `19.00`. */
    vatRate: p.decimal('string').precision(5).scale(2),
    /** Null for an invoice that an earlier version of the shop issued. */
    taxScheme: p.text().$type<TaxScheme>().nullable(),
    /** The key of the VAT rate; null for an invoice without VAT, and for one that an earlier version of the shop issued. */
    vatKey: p.text().nullable(),
    /** The printed sentence that states why the invoice shows no VAT; null for an invoice with VAT. */
    taxNote: p.text().nullable(),
    currency: p.text(),
    /** The day of the supply; for a prepayment the day of the payment. In Germany, yyyy-mm-dd. */
    suppliedOn: p.date(),
    /** Planned day of the delivery, for a prepayment only. */
    deliveryOn: p.date().nullable(),
    issuedAt: p.datetime(),
    objectKey: p.text().nullable(),
    deleteAfter: p.date(),
  }),
});

/**
 * An invoice, a cancellation invoice, or a correction of an invoice (§ 17 UStG). The database rejects every change except
 * setting the key of the PDF, and rejects a deletion before `deleteAfter`.
 */
export class Invoice extends InvoiceSchema.class {}
InvoiceSchema.setClass(Invoice);
