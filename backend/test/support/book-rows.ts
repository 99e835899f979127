import { v7 as uuidv7 } from 'uuid';
import { vatIncluded } from '../../src/purchases/invoices/vat.js';
import type { TaxScheme } from '../../src/platform/tax/tax-scheme.js';
import type { OpenShop } from './open-shop.js';

export interface AddedDocument {
  id: string;
  purchaseId: string;
  orderNumber: string;
  suppliedOn: string;
}

interface DocumentOptions {
  number: string;
  /** Day in Germany, yyyy-mm-dd. */
  issuedOn: string;
  suppliedOn?: string;
  country?: string;
  vatRate?: string;
  taxScheme?: TaxScheme;
  grossCents?: number;
  currency?: string;
  /** The document is the cancellation of this invoice. */
  cancels?: AddedDocument;
  /** The document corrects this invoice by `grossCents`. */
  corrects?: AddedDocument;
  buyerId?: string;
  deleteAfter?: string;
}

let count = 0;

/**
 * Inserts a purchase that was paid on the day of supply, with its invoice; or the cancellation or a correction of an invoice.
 */
export async function addDocument(
  { sql }: Pick<OpenShop, 'sql'>,
  patternId: string,
  options: DocumentOptions,
): Promise<AddedDocument> {
  const { number, issuedOn, country = 'DE', vatRate = '19.00', currency = 'EUR', buyerId = null } = options;
  const { taxScheme = 'oss', corrects } = options;
  const cancels = options.cancels ?? corrects;
  const suppliedOn = options.suppliedOn ?? cancels?.suppliedOn ?? issuedOn;
  const size = options.grossCents ?? 1190;
  const sign = cancels ? -1 : 1;
  const vatCents = vatIncluded(size, vatRate);
  const id = uuidv7();
  count += 1;
  const orderNumber = cancels?.orderNumber ?? `PP-BOOK-${count}`;
  const purchaseId = cancels?.purchaseId ?? uuidv7();
  if (!cancels) {
    await sql.rows(
      `insert into purchases (id, order_number, pattern_id, buyer_id, buyer_email, buyer_email_key, locale, amount_cents,
         currency, status, created_at, paid_at, country, declared_country, card_country, payment_intent_id, access_token_hash)
       values ($1, $2, $3, $4, $5, $5, 'de', $6, $7, 'paid', $8::date, $8::date + interval '12 hours', $9, $9, $9, $10, $10)`,
      [
        purchaseId,
        orderNumber,
        patternId,
        buyerId,
        `books-${count}@example.com`,
        size,
        currency,
        suppliedOn,
        country,
        `pi_books_${count}`,
      ],
    );
  }
  const refundId = corrects ? uuidv7() : null;
  if (refundId)
    await sql.rows(
      `insert into refunds (id, purchase_id, cents, total_cents, source, refunded_at)
       select $1, $2, $3, $3 + coalesce(max(total_cents), 0), 'event', now() from refunds where purchase_id = $2`,
      [refundId, purchaseId, size],
    );
  await sql.rows(
    `insert into invoices (id, number, kind, purchase_id, cancels, order_number, pattern_title, locale, buyer_id, buyer_email,
       country, seller, net_cents, vat_cents, gross_cents, vat_rate, tax_scheme, vat_key,
       currency, supplied_on, issued_at, delete_after, refund_id)
     values ($1, $2, $3, $4, $5, $6, 'Mantel', 'de', $7, 'books@example.com', $8, '{}', $9, $10, $11, $12, $13, $14,
             $15, $16, $17::date + interval '12 hours', $18, $19)`,
    [
      id,
      number,
      corrects ? 'correction' : cancels ? 'cancellation' : 'invoice',
      purchaseId,
      cancels?.id ?? null,
      orderNumber,
      buyerId,
      country,
      sign * (size - vatCents),
      sign * vatCents,
      sign * size,
      vatRate,
      taxScheme,
      Number(vatRate) > 0 ? country : null,
      currency,
      suppliedOn,
      issuedOn,
      options.deleteAfter ?? '2099-12-31',
      refundId,
    ],
  );
  return { id, purchaseId, orderNumber, suppliedOn };
}
