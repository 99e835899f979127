import { defineEntity } from '@mikro-orm/core';
import type { Language } from '../../platform/language.js';
import { Purchase } from '../orders/purchase.entity.js';

export const INVOICE_KINDS = ['invoice', 'cancellation'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** The seller from the configuration at the time of issue. */
export interface InvoiceSeller {
  shopName: string;
  name: string;
  address: string;
  vatId: string | null;
  taxNumber: string | null;
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
    /** The invoice that a cancellation cancels. */
    cancels: p.uuid().nullable(),
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
    currency: p.text(),
    /** Day in Germany, yyyy-mm-dd. */
    suppliedOn: p.date(),
    issuedAt: p.datetime(),
    objectKey: p.text().nullable(),
    deleteAfter: p.date(),
  }),
});

/** A numbered document. The database rejects every change except setting the key of the PDF, and rejects a deletion before `deleteAfter`. */
export class Invoice extends InvoiceSchema.class {}
InvoiceSchema.setClass(Invoice);
