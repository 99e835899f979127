import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../platform/language.js';
import { Sql } from '../../platform/database/sql.js';

export interface DeletionMail {
  userId: string;
  sessionId: string | null;
  email: string;
  /** Null until the mailbox is proven: an attacker may have entered the name. */
  displayName: string | null;
  language: Language;
  /** Expiry of the confirmation link; null when no confirmation is pending. */
  confirmBy: Date | null;
  /** This and `erasesAt` are null unless a deletion is requested. */
  requestedAt: Date | null;
  erasesAt: Date | null;
}

/** Data of the mails about a deletion; null when the account is closed. */
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
      `select u.id as "userId", d.session_id as "sessionId", u.email, case when u.mailbox_proven_at is not null then u.display_name end as "displayName", u.language,
              case when d.requested_at is null and d.confirm_by > now() then d.confirm_by end as "confirmBy",
              case when d.undone_at is null then d.requested_at end as "requestedAt",
              case when d.undone_at is null then d.erase_at end as "erasesAt"
       from deletions d join users u on u.id = d.user_id where d.id = $1 and u.closed_at is null`,
      [deletionId],
    );
  }
}
