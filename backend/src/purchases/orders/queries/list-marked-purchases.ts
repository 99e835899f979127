import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/** The line on every page of a copy. */
export interface MarkLine {
  orderNumber: string;
  email: string;
}

/**
 * The ids of the purchases whose copies contain one of these forensic ids, or that one of these lines names. Order number
 * and address must belong to the same purchase. The copies of an erased buyer are deleted and cannot be found.
 */
export class ListMarkedPurchases extends Query<string[]> {
  constructor(
    readonly fileIds: string[],
    readonly lines: MarkLine[],
  ) {
    super();
  }
}

@QueryHandler(ListMarkedPurchases)
export class ListMarkedPurchasesHandler implements IQueryHandler<ListMarkedPurchases> {
  constructor(private readonly sql: Sql) {}

  async execute({ fileIds, lines }: ListMarkedPurchases): Promise<string[]> {
    const purchases = await this.sql.rows<{ id: string }>(
      `select purchase_id as id from copies where forensic_id = any ($1::text[])
       union
       select u.id from unnest($2::text[], $3::text[]) l (number, email)
       join purchases u on u.order_number = l.number and lower(u.buyer_email) = lower(l.email)`,
      [fileIds, lines.map(({ orderNumber }) => orderNumber), lines.map(({ email }) => email)],
    );
    return purchases.map(({ id }) => id);
  }
}
