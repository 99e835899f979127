import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../platform/language.js';
import { Sql } from '../../platform/sql.js';

/** What the mail needs that says an archive is ready; null when it is not, or not any more. */
export class GetExportMail extends Query<ExportMail | null> {
  constructor(readonly requestId: string) {
    super();
  }
}

export interface ExportMail {
  email: string;
  displayName: string;
  language: Language;
  expiresAt: Date;
  bytes: number;
}

@QueryHandler(GetExportMail)
export class GetExportMailHandler implements IQueryHandler<GetExportMail> {
  constructor(private readonly sql: Sql) {}

  execute({ requestId }: GetExportMail): Promise<ExportMail | null> {
    return this.sql.row<ExportMail & Record<string, unknown>>(
      `select u.email, u.display_name as "displayName", e.language, e.expires_at as "expiresAt", e.bytes::float8 as bytes
       from export_requests e join users u on u.id = e.user_id
       where e.id = $1 and e.state = 'ready' and e.expires_at > now() and u.closed_at is null`,
      [requestId],
    );
  }
}
