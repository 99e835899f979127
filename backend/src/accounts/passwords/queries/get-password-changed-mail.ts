import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';

export interface PasswordChangedMail {
  email: string;
  /** Null while the mailbox is not proven: an attacker may have chosen the name. */
  displayName: string | null;
  language: Language;
  changedAt: Date;
}

/** Data for the mail about a new password; null when the account is deleted. */
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
      `select email, case when mailbox_proven_at is not null then display_name end as "displayName", language, password_changed_at as "changedAt"
         from users where id = $1 and password_changed_at is not null and closed_at is null`,
      [userId],
    );
  }
}
