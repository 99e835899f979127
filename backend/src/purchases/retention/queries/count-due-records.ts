import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { OSS_DOCUMENT } from '../../books/book-documents.js';
import { DUE_PURCHASE, DUE_WITHDRAWAL, KEPT_ONLY_BY_RETENTION } from '../due-records.js';

export interface DueRecords {
  /** `purchases` counts the orders whose buyer's data are removed. */
  kind: 'invoices' | 'oss-invoices' | 'purchases' | 'withdrawals';
  /** Year in which they were made. */
  year: number;
  count: number;
}

/** The records whose retention has ended, by kind and year; without personal data. */
export class CountDueRecords extends Query<DueRecords[]> {}

const YEAR_OF = (column: string) => `extract(year from ${column} at time zone 'Europe/Berlin')::int`;

const COUNT = `
with due as materialized (select u.id, u.paid_at, ${KEPT_ONLY_BY_RETENTION} as only_kept from purchases u where ${DUE_PURCHASE})
select case when ${OSS_DOCUMENT} then 'oss-invoices' else 'invoices' end as kind, ${YEAR_OF('i.issued_at')} as year,
       count(*)::int as count
from invoices i join due on due.id = i.purchase_id group by 1, 2
union all
select 'purchases', ${YEAR_OF('due.paid_at')}, count(*)::int from due where only_kept group by 1, 2
union all
select 'withdrawals', ${YEAR_OF('w.received_at')}, count(*)::int from withdrawals w where ${DUE_WITHDRAWAL} group by 1, 2
order by kind, year`;

@QueryHandler(CountDueRecords)
export class CountDueRecordsHandler implements IQueryHandler<CountDueRecords> {
  constructor(private readonly sql: Sql) {}

  execute(): Promise<DueRecords[]> {
    return this.sql.unprepared<DueRecords>(COUNT);
  }
}
