import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Config } from '../../../platform/config/config.js';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';
import { CONFIG } from '../../../platform/tokens.js';
import { downloadToken } from '../../downloads/download-token.js';
import { downloadPage } from '../../downloads/mail-links.js';
import type { SoldLicence } from '../licence-text.js';
import type { Waiver } from '../purchase.entity.js';
import { WITHDRAWAL_ENDS_AT } from '../../withdrawals/withdrawal-right.js';
import { saleTax, type SaleTax, TAX_COLUMNS, type TaxRow } from '../../tax/tax-columns.js';
import { kindOrder, patternTitle } from '../../../platform/database/shop-columns.js';
import type { FileKind } from '../../../platform/shop-rules.js';

/** The contents of the confirmation mail and the time at which it was sent; null when the purchase gets no such mail. */
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
  tax: SaleTax;
  buyerEmail: string;
  /** Whether the purchase was made without an account. */
  guest: boolean;
  /** Whether the order is free and goes to an unproven address. */
  unproven: boolean;
  locale: Language;
  paidAt: Date;
  sentAt: Date | null;
  waiver: Waiver | null;
  licence: SoldLicence | null;
  /** The kinds of the ordered files. */
  fileKinds: FileKind[];
  /** Ids of the legal texts of the order; null for an order from before the shop stored these texts. */
  termsTextId: string | null;
  withdrawalTextId: string | null;
  /** When a deferred order is delivered; null for an order that is delivered at once. */
  deliveryFrom: Date | null;
  downloadUrl: string;
}

interface ReceiptRow extends Omit<Receipt, 'tax' | 'downloadUrl'>, TaxRow, Record<string, unknown> {
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
              ${TAX_COLUMNS}, u.buyer_id is null as guest, u.mails = 'receipt' as unproven,
              u.locale, u.paid_at as "paidAt", u.receipt_sent_at as "sentAt", u.consent as waiver, u.licence,
              u.terms_text_id as "termsTextId", u.withdrawal_text_id as "withdrawalTextId",
              array(select k.kind from (select distinct f.kind from pattern_files f where f.id = any(u.offered_files)) k
                    order by ${kindOrder('k.kind')}) as "fileKinds",
              case when u.delivery_deferred then ${WITHDRAWAL_ENDS_AT} end as "deliveryFrom", u.access_serial as serial
       from purchases u join patterns p on p.id = u.pattern_id join designers d on d.id = p.designer_id
       where u.id = $1 and u.paid_at is not null and u.mails <> 'none'`,
      [purchaseId],
    );
    if (!row) return null;
    const { serial, tax_scheme, vat_key, vat_rate, ...receipt } = row;
    const tax = saleTax({ tax_scheme, vat_key, vat_rate }, row.amountCents, row.locale);
    const token = downloadToken(this.config.tokenSecret, purchaseId, serial);
    return { ...receipt, tax, downloadUrl: downloadPage(this.config.publicUrl, receipt.locale, token) };
  }
}
