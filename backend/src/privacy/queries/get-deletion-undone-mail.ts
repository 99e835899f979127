import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import { type AccountRecipient, recipientColumns } from '../../platform/mail/account-recipient.js';

export interface DeletionUndoneMail extends AccountRecipient {
  undoneAt: Date;
}

/** Data for the mail about the last undone deletion of an account; null when the account is closed. */
export class GetDeletionUndoneMail extends Query<DeletionUndoneMail | null> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(GetDeletionUndoneMail)
export class GetDeletionUndoneMailHandler implements IQueryHandler<GetDeletionUndoneMail> {
  constructor(private readonly sql: Sql) {}

  execute({ userId }: GetDeletionUndoneMail): Promise<DeletionUndoneMail | null> {
    return this.sql.row<DeletionUndoneMail>(
      `select ${recipientColumns()}, d.undone_at as "undoneAt"
       from deletions d join users u on u.id = d.user_id
       where u.id = $1 and u.closed_at is null and d.requested_at is not null and d.undone_at is not null
       order by d.undone_at desc limit 1`,
      [userId],
    );
  }
}
