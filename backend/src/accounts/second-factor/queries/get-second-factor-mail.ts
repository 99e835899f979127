import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { type AccountRecipient, recipientColumns } from '../../../platform/mail/account-recipient.js';

export interface SecondFactorMail extends AccountRecipient {
  codesLeft: number;
}

/** Data for a mail about the second factor; null when the account is closed. */
export class GetSecondFactorMail extends Query<SecondFactorMail | null> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(GetSecondFactorMail)
export class GetSecondFactorMailHandler implements IQueryHandler<GetSecondFactorMail> {
  constructor(private readonly sql: Sql) {}

  execute({ userId }: GetSecondFactorMail): Promise<SecondFactorMail | null> {
    return this.sql.row<SecondFactorMail>(
      `select ${recipientColumns()},
              (select count(*)::int from recovery_codes where user_id = u.id and used_at is null) as "codesLeft"
         from users u where id = $1 and closed_at is null`,
      [userId],
    );
  }
}
