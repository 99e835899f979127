import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { type AccountRecipient, recipientColumns } from '../../../platform/mail/account-recipient.js';

export interface PasswordChangedMail extends AccountRecipient {
  changedAt: Date;
}

/** Data for the mail about a new password; null when the account is closed. */
export class GetPasswordChangedMail extends Query<PasswordChangedMail | null> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(GetPasswordChangedMail)
export class GetPasswordChangedMailHandler implements IQueryHandler<GetPasswordChangedMail> {
  constructor(private readonly sql: Sql) {}

  execute({ userId }: GetPasswordChangedMail): Promise<PasswordChangedMail | null> {
    return this.sql.row<PasswordChangedMail>(
      `select ${recipientColumns()}, password_changed_at as "changedAt"
         from users u where id = $1 and password_changed_at is not null and closed_at is null`,
      [userId],
    );
  }
}
