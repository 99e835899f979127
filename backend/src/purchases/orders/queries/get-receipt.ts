import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Config } from '../../../platform/config/config.js';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';
import { CONFIG } from '../../../platform/tokens.js';
import { accessToken } from '../../downloads/access-token.js';
import { downloadPage } from '../../downloads/download-page.js';
import { VAT_RATE } from '../order-confirmation.js';
import type { Waiver } from '../purchase.entity.js';
import { vatIncluded } from '../../invoices/vat.js';
import { patternTitle } from '../../../platform/database/shop-columns.js';

/** The contents of the confirmation mail and when it was sent; null when none is sent. */
export class GetReceipt extends Query<Receipt | null> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

export interface Receipt {
  orderNumber: string;
  patternTitle: string;
  designerName: string;
  amountCents: number;
  currency: string;
  country: string;
  /** Rate in percent and amount in minor units; null when the rate is unknown. */
  vat: { rate: number; cents: number } | null;
  buyerEmail: string;
  /** Ordered without an account. */
  guest: boolean;
  locale: Language;
  paidAt: Date;
  sentAt: Date | null;
  waiver: Waiver | null;
  downloadUrl: string;
}

interface ReceiptRow extends Omit<Receipt, 'vat' | 'downloadUrl'>, Record<string, unknown> {
  vatRate: string | null;
  serial: number;
}

@QueryHandler(GetReceipt)
export class GetReceiptHandler implements IQueryHandler<GetReceipt> {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ purchaseId }: GetReceipt): Promise<Receipt | null> {
    const row = await this.sql.row<ReceiptRow>(
      `select u.order_number as "orderNumber", ${patternTitle('u.locale')} as "patternTitle",
              d.name as "designerName", u.amount_cents as "amountCents", u.currency, u.buyer_email as "buyerEmail",
              u.country, ${VAT_RATE} as "vatRate", u.buyer_id is null as guest,
              u.locale, u.paid_at as "paidAt", u.receipt_sent_at as "sentAt", u.consent as waiver,
              u.access_serial as serial
       from purchases u join patterns p on p.id = u.pattern_id join designers d on d.id = p.designer_id
       where u.id = $1 and u.paid_at is not null and u.mails <> 'none'`,
      [purchaseId],
    );
    if (!row) return null;
    const { serial, vatRate, ...receipt } = row;
    const vat = vatRate === null ? null : { rate: Number(vatRate), cents: vatIncluded(row.amountCents, vatRate) };
    const token = accessToken(this.config.tokenSecret, purchaseId, serial);
    return { ...receipt, vat, downloadUrl: downloadPage(this.config.publicUrl, receipt.locale, token) };
  }
}
