import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';

export interface SuspensionMail {
  userId: string;
  email: string;
  /** Null while the mailbox is not proven: an attacker may have chosen the name. */
  displayName: string | null;
  language: Language;
  reason: string;
  suspendedAt: Date;
  liftedAt: Date | null;
}

/** Data for the mails about a suspension; null when the account is deleted. */
export class GetSuspensionMail extends Query<SuspensionMail | null> {
  constructor(readonly suspensionId: string) {
    super();
  }
}

@QueryHandler(GetSuspensionMail)
export class GetSuspensionMailHandler implements IQueryHandler<GetSuspensionMail> {
  constructor(private readonly sql: Sql) {}

  execute({ suspensionId }: GetSuspensionMail): Promise<SuspensionMail | null> {
    return this.sql.row<SuspensionMail>(
      `select u.id as "userId", u.email, case when u.mailbox_proven_at is not null then u.display_name end as "displayName",
              u.language, s.reason, s.suspended_at as "suspendedAt", s.lifted_at as "liftedAt"
         from suspensions s join users u on u.id = s.user_id where s.id = $1 and u.closed_at is null`,
      [suspensionId],
    );
  }
}
