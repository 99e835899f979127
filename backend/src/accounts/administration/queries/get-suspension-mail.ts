import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import type { Ground } from '../../../platform/ground.js';
import { type AccountRecipient, recipientColumns } from '../../../platform/mail/account-recipient.js';

export interface SuspensionMail extends AccountRecipient {
  reason: string;
  ground: Ground | null;
  clause: string | null;
  suspendedAt: Date;
  liftedAt: Date | null;
}

/** Data for the mails about a suspension; null when the account is closed. */
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
      `select ${recipientColumns()}, s.reason, s.ground, s.clause, s.suspended_at as "suspendedAt", s.lifted_at as "liftedAt"
         from suspensions s join users u on u.id = s.user_id where s.id = $1 and u.closed_at is null`,
      [suspensionId],
    );
  }
}
