import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../platform/language.js';
import { Sql } from '../../platform/database/sql.js';

export interface DeletionMail {
  userId: string;
  sessionId: string | null;
  email: string;
  /** Null while the mailbox is not proven: a name is what a stranger may have written. */
  displayName: string | null;
  language: Language;
  /** The end of the link that asks for confirmation; null when nobody waits for that mail. */
  confirmBy: Date | null;
  /** Both null unless the account is about to be erased. */
  requestedAt: Date | null;
  erasesAt: Date | null;
}

/** What the mails about a deletion need; null when the account is gone. */
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
