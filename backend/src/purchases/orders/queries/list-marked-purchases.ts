import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/** Order number and e-mail address in the line on every page of a copy. */
export interface MarkLine {
  orderNumber: string;
  email: string;
}

/** The marks of sold copies that a worker has found in an uploaded file. */
export interface Marks {
  /** Forensic ids, 32 hex digits. */
  fileIds: string[];
  /** The first 9 digits of forensic ids, from the bar code next to the line. */
  codes: string[];
  lines: MarkLine[];
}

/**
 * The ids of the purchases that the marks identify: a copy of the purchase has one of the forensic ids or codes, or one line
 * contains both the purchase's order number and its address. Purchases of erased buyers are not found, because their copies
 * and addresses are deleted.
 */
export class ListMarkedPurchases extends Query<string[]> {
  constructor(readonly marks: Marks) {
    super();
  }
}

@QueryHandler(ListMarkedPurchases)
export class ListMarkedPurchasesHandler implements IQueryHandler<ListMarkedPurchases> {
  constructor(private readonly sql: Sql) {}

  async execute({ marks: { fileIds, codes, lines } }: ListMarkedPurchases): Promise<string[]> {
    const purchases = await this.sql.rows<{ id: string }>(
      `select purchase_id as id from copies where forensic_id = any ($1::text[]) or left(forensic_id, 9) = any ($2::text[])
       union
       select u.id from unnest($3::text[], $4::text[]) l (number, email)
       join purchases u on u.order_number = l.number and lower(u.buyer_email) = lower(l.email)`,
      [fileIds, codes, lines.map(({ orderNumber }) => orderNumber), lines.map(({ email }) => email)],
    );
    return purchases.map(({ id }) => id);
  }
}
