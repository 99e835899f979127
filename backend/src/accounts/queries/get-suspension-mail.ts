import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../platform/language.js';
import { Sql } from '../../platform/sql.js';

export interface SuspensionMail {
  email: string;
  displayName: string;
  language: Language;
  reason: string;
  suspendedAt: Date;
  liftedAt: Date | null;
}

/** What the mails about a suspension need; null when the account is gone. */
export class GetSuspensionMail extends Query<SuspensionMail | null> {
  constructor(readonly suspensionId: string) {
    super();
  }
}

@QueryHandler(GetSuspensionMail)
export class GetSuspensionMailHandler implements IQueryHandler<GetSuspensionMail> {
  constructor(private readonly sql: Sql) {}

  execute({ suspensionId }: GetSuspensionMail): Promise<SuspensionMail | null> {
    return this.sql.row<SuspensionMail & Record<string, unknown>>(
      `select u.email, u.display_name as "displayName", u.language, s.reason, s.suspended_at as "suspendedAt",
              s.lifted_at as "liftedAt"
         from suspensions s join users u on u.id = s.user_id where s.id = $1 and u.closed_at is null`,
      [suspensionId],
    );
  }
}
