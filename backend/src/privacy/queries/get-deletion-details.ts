import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import { type AccountRecipient, recipientColumns } from '../../platform/mail/account-recipient.js';

export interface DeletionDetails extends AccountRecipient {
  /** Expiry of the confirmation link; null when no confirmation is pending. */
  confirmationExpiresAt: Date | null;
  /** Null until the owner has confirmed the deletion, and after the owner has undone it. */
  requestedAt: Date | null;
  /** Null when `requestedAt` is null. */
  erasesAt: Date | null;
}

/** Returns the data of a deletion for the jobs that mail about it; null when the account is closed. */
export class GetDeletionDetails extends Query<DeletionDetails | null> {
  constructor(readonly deletionId: string) {
    super();
  }
}

@QueryHandler(GetDeletionDetails)
export class GetDeletionDetailsHandler implements IQueryHandler<GetDeletionDetails> {
  constructor(private readonly sql: Sql) {}

  execute({ deletionId }: GetDeletionDetails): Promise<DeletionDetails | null> {
    return this.sql.row<DeletionDetails>(
      `select ${recipientColumns()},
              case when d.requested_at is null and d.undone_at is null and d.confirm_by > now() then d.confirm_by end as "confirmationExpiresAt",
              case when d.undone_at is null then d.requested_at end as "requestedAt",
              case when d.undone_at is null then d.erase_at end as "erasesAt"
       from deletions d join users u on u.id = d.user_id where d.id = $1 and u.closed_at is null`,
      [deletionId],
    );
  }
}
