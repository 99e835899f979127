import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import { exportKey } from '../export-key.js';

/**
 * Lists the exports whose archives must be deleted: expired exports, and unfinished exports older than two days, whose jobs
 * no longer run.
 */
export class ListPurgeableExports extends Query<PurgeableExport[]> {}

export interface PurgeableExport {
  requestId: string;
  objectKey: string;
}

@QueryHandler(ListPurgeableExports)
export class ListPurgeableExportsHandler implements IQueryHandler<ListPurgeableExports> {
  constructor(private readonly sql: Sql) {}

  async execute(): Promise<PurgeableExport[]> {
    const rows = await this.sql.rows<{ id: string; userId: string }>(
      `select id, user_id as "userId" from export_requests
       where state = 'ready' and expires_at <= now()
          or state in ('queued', 'running') and requested_at < now() - interval '2 days'
       order by requested_at limit 500`,
    );
    return rows.map(({ id, userId }) => ({ requestId: id, objectKey: exportKey(userId, id) }));
  }
}
