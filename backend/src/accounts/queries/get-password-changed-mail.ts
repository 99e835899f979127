import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../platform/language.js';
import { Sql } from '../../platform/sql.js';

export interface PasswordChangedMail {
  email: string;
  displayName: string;
  language: Language;
  changedAt: Date;
}

/** What the notice of a new password needs; null when the account is gone. */
export class GetPasswordChangedMail extends Query<PasswordChangedMail | null> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(GetPasswordChangedMail)
export class GetPasswordChangedMailHandler implements IQueryHandler<GetPasswordChangedMail> {
  constructor(private readonly sql: Sql) {}

  execute({ userId }: GetPasswordChangedMail): Promise<PasswordChangedMail | null> {
    return this.sql.row<PasswordChangedMail & Record<string, unknown>>(
      `select email, display_name as "displayName", language, password_changed_at as "changedAt"
         from users where id = $1 and password_changed_at is not null and closed_at is null`,
      [userId],
    );
  }
}
