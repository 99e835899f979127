import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';

export interface PasswordResetMail {
  userId: string;
  /** Of the request, as keyed hashes. */
  networks: string[];
  email: string;
  /** Null while the mailbox is not proven: an attacker may have chosen the name. */
  displayName: string | null;
  language: Language;
  expiresAt: Date;
  /** The mail is not needed any more: the link is used, replaced by a newer one, or expired. */
  spent: boolean;
}

/** Data for the mail of one reset; null when no account has the address. */
export class GetPasswordResetMail extends Query<PasswordResetMail | null> {
  constructor(readonly resetId: string) {
    super();
  }
}

@QueryHandler(GetPasswordResetMail)
export class GetPasswordResetMailHandler implements IQueryHandler<GetPasswordResetMail> {
  constructor(private readonly sql: Sql) {}

  execute({ resetId }: GetPasswordResetMail): Promise<PasswordResetMail | null> {
    return this.sql.row<PasswordResetMail>(
      `select u.id as "userId", r.networks, u.email, case when u.mailbox_proven_at is not null then u.display_name end as "displayName", u.language, r.expires_at as "expiresAt",
              r.used_at is not null or r.voided_at is not null or r.expires_at <= now() as spent
         from password_resets r join users u on u.email_key = r.email_key
        where r.id = $1 and u.closed_at is null`,
      [resetId],
    );
  }
}
