import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/** The mail server has taken the confirmation that a withdrawal was received. */
export class RecordWithdrawalReceiptSent extends Command<void> {
  constructor(readonly withdrawalId: string) {
    super();
  }
}

@CommandHandler(RecordWithdrawalReceiptSent)
export class RecordWithdrawalReceiptSentHandler implements ICommandHandler<RecordWithdrawalReceiptSent> {
  constructor(private readonly sql: Sql) {}

  async execute({ withdrawalId }: RecordWithdrawalReceiptSent): Promise<void> {
    await this.sql.rows(`update withdrawals set receipt_sent_at = coalesce(receipt_sent_at, now()) where id = $1`, [
      withdrawalId,
    ]);
  }
}
