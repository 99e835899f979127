import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import { type AccountRecipient, recipientColumns } from '../../platform/mail/account-recipient.js';

export interface DeletionMail extends AccountRecipient {
  sessionId: string | null;
  /** Expiry of the confirmation link; null when no confirmation is pending. */
  confirmBy: Date | null;
  /** `requestedAt` and `erasesAt` are null unless a deletion is requested. */
  requestedAt: Date | null;
  erasesAt: Date | null;
}

/** Returns the data for the mails about a deletion, or null when the account is closed. */
export class GetDeletionMail extends Query<DeletionMail | null> {
  constructor(readonly deletionId: string) {
    super();
  }
}

@QueryHandler(GetDeletionMail)
export class GetDeletionMailHandler implements IQueryHandler<GetDeletionMail> {
  constructor(private readonly sql: Sql) {}

  execute({ deletionId }: GetDeletionMail): Promise<DeletionMail | null> {
    return this.sql.row<DeletionMail>(
      `select ${recipientColumns()}, d.session_id as "sessionId",
              case when d.requested_at is null and d.confirm_by > now() then d.confirm_by end as "confirmBy",
              case when d.undone_at is null then d.requested_at end as "requestedAt",
              case when d.undone_at is null then d.erase_at end as "erasesAt"
       from deletions d join users u on u.id = d.user_id where d.id = $1 and u.closed_at is null`,
      [deletionId],
    );
  }
}
