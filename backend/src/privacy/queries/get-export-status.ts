import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { validate } from 'uuid';
import { Files, LINK_SECONDS } from '../../platform/storage/files.js';
import { notFound } from '../../platform/api-error.js';
import { Sql } from '../../platform/database/sql.js';
import type { ExportState, ExportStatus } from '../export.contract.js';
import { exportKey } from '../export-key.js';

/**
 * Returns the state of an export, by default of the newest one.
 * @throws {ApiError} 404 EXPORT_NOT_FOUND, also for exports of other users
 */
export class GetExportStatus extends Query<ExportStatus> {
  constructor(
    readonly userId: string,
    readonly requestId: string | null,
  ) {
    super();
  }
}

interface Row {
  id: string;
  state: ExportState;
  requestedAt: Date;
  readyAt: Date | null;
  expiresAt: Date | null;
  bytes: number | null;
  language: 'de' | 'en';
}

@QueryHandler(GetExportStatus)
export class GetExportStatusHandler implements IQueryHandler<GetExportStatus> {
  constructor(
    private readonly sql: Sql,
    private readonly files: Files,
  ) {}

  async execute({ userId, requestId }: GetExportStatus): Promise<ExportStatus> {
    const valid = requestId === null || validate(requestId);
    const row = valid ? await this.sql.row<Row>(STATEMENT, [userId, requestId]) : null;
    if (!row) throw notFound('EXPORT_NOT_FOUND', 'Export');
    return {
      requestId: row.id,
      status: row.state,
      requestedAt: row.requestedAt.toISOString(),
      readyAt: row.readyAt?.toISOString() ?? null,
      expiresAt: row.expiresAt?.toISOString() ?? null,
      bytes: row.bytes,
      downloadUrl: row.state === 'ready' ? await this.presign(userId, row) : null,
    };
  }

  private presign(userId: string, { id, language, requestedAt }: Row): Promise<string> {
    const title = language === 'de' ? 'Meine Daten' : 'My data';
    const name = `${title} ${requestedAt.toISOString().slice(0, 10)}.zip`;
    return this.files.presignDownload(exportKey(userId, id), name, LINK_SECONDS, 'application/zip');
  }
}

const STATEMENT = `
select id, language, requested_at as "requestedAt", ready_at as "readyAt", expires_at as "expiresAt",
       bytes::float8 as bytes, case when state = 'ready' and expires_at <= now() then 'expired' else state end as state
from export_requests where user_id = $1 and ($2::uuid is null or id = $2)
order by requested_at desc limit 1`;
