import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Files, LINK_SECONDS } from '../../../platform/storage/files.js';
import { notFound, ApiError } from '../../../platform/api-error.js';
import { Sql } from '../../../platform/database/sql.js';
import type { InvoiceKind } from '../invoice.entity.js';
import type { InvoiceList } from '../invoices.contract.js';

/**
 * The invoice of a user's purchase and, after refunds, the cancellation invoice or the corrections; none for a free or unpaid
 * purchase.
 * @throws {ApiError} 404 DOWNLOAD_NOT_FOUND, also for another user's purchase, 409 INVOICE_NOT_READY until all PDFs are
 * written
 */
export class ListInvoices extends Query<InvoiceList> {
  constructor(
    readonly purchaseId: string,
    readonly userId: string,
  ) {
    super();
  }
}

const RETRY_AFTER_SECONDS = 2;

interface Row {
  expected: number;
  number: string | null;
  kind: InvoiceKind;
  issuedAt: Date;
  objectKey: string | null;
}

@QueryHandler(ListInvoices)
export class ListInvoicesHandler implements IQueryHandler<ListInvoices> {
  constructor(
    private readonly sql: Sql,
    private readonly files: Files,
  ) {}

  async execute({ purchaseId, userId }: ListInvoices): Promise<InvoiceList> {
    const rows = await this.sql.rows<Row>(FIND, [purchaseId, userId]);
    if (rows.length === 0) throw notFound('DOWNLOAD_NOT_FOUND', 'Purchase');
    const written = rows.filter(({ objectKey }) => objectKey);
    if (written.length < rows[0]!.expected) {
      const message = 'Your invoice is being written. Please try again shortly.';
      throw new ApiError(409, 'INVOICE_NOT_READY', message, undefined, RETRY_AFTER_SECONDS);
    }
    const invoices = written.map(async ({ number, kind, issuedAt, objectKey }) => ({
      number: number!,
      kind,
      issuedAt: issuedAt.toISOString(),
      downloadUrl: await this.files.presignDownload(objectKey!, `${number}.pdf`, LINK_SECONDS),
      expiresIn: LINK_SECONDS,
    }));
    return { invoices: await Promise.all(invoices) };
  }
}

/** Selects one row per document. A purchase without documents has one row, whose number is null. */
const FIND = `
select case when u.amount_cents = 0 or u.access_token_hash is null or u.records_ended_at is not null then 0
            when u.status not in ('paid', 'refunded') then 0
            -- An order that an earlier version refunded has no row in refunds.
            else 1 + greatest((select count(*)::int from refunds f where f.purchase_id = u.id),
                              (u.status = 'refunded')::int) end as expected,
       i.number, i.kind, i.issued_at as "issuedAt", i.object_key as "objectKey"
from purchases u left join invoices i on i.purchase_id = u.id
where u.id = $1 and u.buyer_id = $2 order by length(i.number), i.number`;
