import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../platform/language.js';
import { Sql } from '../../platform/database/sql.js';
import type { AuditLog } from '../audit-log.contract.js';
import { pageNumbers } from '../../platform/page-numbers.js';
import { describeAction } from '../audit-descriptions.js';

/** One page of the audit log of an account, newest first. */
export class ListAuditLog extends Query<AuditLog> {
  constructor(
    readonly userId: string,
    readonly paging: { page: number; limit: number },
    readonly language: Language,
  ) {
    super();
  }
}

interface Row {
  id: string;
  action: string;
  actor: 'you' | 'staff' | 'shop';
  details: Record<string, string | number | boolean | null>;
  occurredAt: Date;
}

@QueryHandler(ListAuditLog)
export class ListAuditLogHandler implements IQueryHandler<ListAuditLog> {
  constructor(private readonly sql: Sql) {}

  async execute({ userId, paging: { page, limit }, language }: ListAuditLog): Promise<AuditLog> {
    const [rows, count] = await Promise.all([
      this.sql.rows<Row>(
        `select id, action, details, occurred_at as "occurredAt",
                case when actor_id is null then 'shop' when actor_id = user_id then 'you' else 'staff' end as actor
         from audit_entries where user_id = $1 order by id desc limit $2 offset $3`,
        [userId, limit, (page - 1) * limit],
      ),
      this.sql.row<{ total: number }>('select count(*)::int as total from audit_entries where user_id = $1', [userId]),
    ]);
    return {
      entries: rows.map(({ occurredAt, ...row }) => ({
        ...row,
        occurredAt: occurredAt.toISOString(),
        description: describeAction(row.action, language),
      })),
      ...pageNumbers(page, limit, count!.total),
    };
  }
}
