import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import { type AccountRecipient, recipientColumns } from '../../platform/mail/account-recipient.js';

/** Returns the data for the mail that announces an archive, or null when the archive is not ready or has expired. */
export class GetExportMail extends Query<ExportMail | null> {
  constructor(readonly requestId: string) {
    super();
  }
}

export interface ExportMail extends AccountRecipient {
  expiresAt: Date;
  bytes: number;
}

@QueryHandler(GetExportMail)
export class GetExportMailHandler implements IQueryHandler<GetExportMail> {
  constructor(private readonly sql: Sql) {}

  execute({ requestId }: GetExportMail): Promise<ExportMail | null> {
    return this.sql.row<ExportMail>(
      `select ${recipientColumns('e.language')}, e.expires_at as "expiresAt", e.bytes::float8 as bytes
       from export_requests e join users u on u.id = e.user_id
       where e.id = $1 and e.state = 'ready' and e.expires_at > now() and u.closed_at is null`,
      [requestId],
    );
  }
}
