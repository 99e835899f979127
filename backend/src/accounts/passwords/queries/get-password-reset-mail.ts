import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { type AccountRecipient, recipientColumns } from '../../../platform/mail/account-recipient.js';

export interface PasswordResetMail extends AccountRecipient {
  /** Keyed hashes of the networks of the request (password-reset.entity.ts). */
  networks: string[];
  expiresAt: Date;
  /** The mail is obsolete: the link was used, replaced by a newer one, or has expired. */
  obsolete: boolean;
}

/** Data for the mail of one reset; null when no open account has the address. */
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
      `select ${recipientColumns()}, r.networks, r.expires_at as "expiresAt",
              r.used_at is not null or r.voided_at is not null or r.expires_at <= now() as obsolete
         from password_resets r join users u on u.email_key = r.email_key
        where r.id = $1 and u.closed_at is null`,
      [resetId],
    );
  }
}
