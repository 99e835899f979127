import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../platform/language.js';
import { Sql } from '../../platform/sql.js';

export interface PasswordResetMail {
  email: string;
  displayName: string;
  language: Language;
  expiresAt: Date;
  /** Nobody waits for this mail any more: used, replaced by a newer one, or expired. */
  spent: boolean;
}

/** What the mail of one reset needs; null when no account has the address. */
export class GetPasswordResetMail extends Query<PasswordResetMail | null> {
  constructor(readonly resetId: string) {
    super();
  }
}

@QueryHandler(GetPasswordResetMail)
export class GetPasswordResetMailHandler implements IQueryHandler<GetPasswordResetMail> {
  constructor(private readonly sql: Sql) {}

  execute({ resetId }: GetPasswordResetMail): Promise<PasswordResetMail | null> {
    return this.sql.row<PasswordResetMail & Record<string, unknown>>(
      `select u.email, u.display_name as "displayName", u.language, r.expires_at as "expiresAt",
              r.used_at is not null or r.voided_at is not null or r.expires_at <= now() as spent
         from password_resets r join users u on u.email_key = r.email_key
        where r.id = $1 and u.closed_at is null`,
      [resetId],
    );
  }
}
