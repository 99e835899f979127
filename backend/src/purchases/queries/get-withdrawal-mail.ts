import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../platform/language.js';
import { Sql } from '../../platform/sql.js';

/** What the confirmation of receipt says; null when the declaration is gone. */
export class GetWithdrawalMail extends Query<WithdrawalMail | null> {
  constructor(readonly withdrawalId: string) {
    super();
  }
}

export interface WithdrawalMail {
  reference: string;
  name: string;
  email: string;
  contract: string;
  locale: Language;
  textVersion: string;
  receivedAt: Date;
  sentAt: Date | null;
  outcome: 'refund' | 'review';
}

@QueryHandler(GetWithdrawalMail)
export class GetWithdrawalMailHandler implements IQueryHandler<GetWithdrawalMail> {
  constructor(private readonly sql: Sql) {}

  execute({ withdrawalId }: GetWithdrawalMail): Promise<WithdrawalMail | null> {
    return this.sql.row<WithdrawalMail & Record<string, unknown>>(
      `select reference, name, email, contract, locale, text_version as "textVersion", received_at as "receivedAt",
              receipt_sent_at as "sentAt", outcome
       from withdrawals where id = $1`,
      [withdrawalId],
    );
  }
}
