import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import { exportKey } from '../export-key.js';

/**
 * Lists the exports whose archive must be deleted: expired ones, and open ones older than two days, whose jobs have
 * ended by then.
 */
export class ListFinishedExports extends Query<FinishedExport[]> {}

export interface FinishedExport {
  requestId: string;
  objectKey: string;
}

@QueryHandler(ListFinishedExports)
export class ListFinishedExportsHandler implements IQueryHandler<ListFinishedExports> {
  constructor(private readonly sql: Sql) {}

  async execute(): Promise<FinishedExport[]> {
    const rows = await this.sql.rows<{ id: string; userId: string }>(
      `select id, user_id as "userId" from export_requests
       where state = 'ready' and expires_at <= now()
          or state in ('queued', 'running') and requested_at < now() - interval '2 days'
       order by requested_at limit 500`,
    );
    return rows.map(({ id, userId }) => ({ requestId: id, objectKey: exportKey(userId, id) }));
  }
}
