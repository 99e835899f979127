import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';
import { kindOrder, patternTitle } from '../../../platform/database/shop-columns.js';

/** The copies of one paid purchase that the worker has not marked yet (state `marking`), A4 first. */
export class ListUnmarkedCopies extends Query<UnmarkedCopy[]> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

export interface UnmarkedCopy {
  copyId: string;
  fileId: string;
  orderNumber: string;
  buyerEmail: string;
  locale: Language;
  /** Title of the pattern, in the buyer's language. */
  title: string;
  paidAt: Date;
}

@QueryHandler(ListUnmarkedCopies)
export class ListUnmarkedCopiesHandler implements IQueryHandler<ListUnmarkedCopies> {
  constructor(private readonly sql: Sql) {}

  execute({ purchaseId }: ListUnmarkedCopies): Promise<UnmarkedCopy[]> {
    return this.sql.rows<UnmarkedCopy>(
      `select c.id as "copyId", c.file_id as "fileId", u.order_number as "orderNumber", u.buyer_email as "buyerEmail",
              u.locale, u.paid_at as "paidAt",
              ${patternTitle('u.locale')} as title
       from purchases u join patterns p on p.id = u.pattern_id join copies c on c.purchase_id = u.id join pattern_files f on f.id = c.file_id
       where u.id = $1 and u.status = 'paid' and c.state = 'marking'
       order by ${kindOrder('f.kind')}`,
      [purchaseId],
    );
  }
}
