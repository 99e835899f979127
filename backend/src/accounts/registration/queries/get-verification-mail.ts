import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';

export interface VerificationMail {
  email: string;
  language: Language;
  expiresAt: Date;
  /** The mail is obsolete: its link was used, replaced or has expired, or the mailbox was proven by another link. */
  obsolete: boolean;
}

/** Data for the mail of one verification; null when the verification was deleted. */
export class GetVerificationMail extends Query<VerificationMail | null> {
  constructor(readonly verificationId: string) {
    super();
  }
}

@QueryHandler(GetVerificationMail)
export class GetVerificationMailHandler implements IQueryHandler<GetVerificationMail> {
  constructor(private readonly sql: Sql) {}

  async execute({ verificationId }: GetVerificationMail) {
    return this.sql.row<VerificationMail>(
      `select v.email, u.language, v.expires_at as "expiresAt",
              v.used_at is not null or v.voided_at is not null or v.expires_at <= now()
                or u.mailbox_proven_at is not null as obsolete
         from verifications v join users u on u.id = v.user_id where v.id = $1`,
      [verificationId],
    );
  }
}
