import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/** The line on every page of a copy. */
export interface MarkLine {
  orderNumber: string;
  email: string;
}

/** The marks of copies in a file. */
export interface Marks {
  /** Forensic ids, 32 hex digits. */
  fileIds: string[];
  /** The first 9 digits of forensic ids, as printed in the code next to the line. */
  codes: string[];
  lines: MarkLine[];
}

/**
 * The ids of the purchases whose copies have one of these forensic ids or codes, or that are named in one of these lines.
 * The order number and the address of a line must belong to the same purchase. The copies of an erased buyer are deleted
 * and cannot be found.
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
