import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../platform/language.js';
import { Sql } from '../../platform/database/sql.js';
import type { AuditLog } from '../audit-log.contract.js';
import { describeAction } from '../audit-descriptions.js';

/** Lists the audit log of an account, newest first. */
export class ListAuditLog extends Query<AuditLog> {
  constructor(
    readonly userId: string,
    readonly limit: number,
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

  async execute({ userId, limit, language }: ListAuditLog): Promise<AuditLog> {
    const rows = await this.sql.rows<Row>(
      `select id, action, details, occurred_at as "occurredAt",
              case when actor_id is null then 'shop' when actor_id = user_id then 'you' else 'staff' end as actor
       from audit_entries where user_id = $1 order by id desc limit $2`,
      [userId, limit],
    );
    return {
      entries: rows.map(({ occurredAt, ...row }) => ({
        ...row,
        occurredAt: occurredAt.toISOString(),
        description: describeAction(row.action, language),
      })),
    };
  }
}
