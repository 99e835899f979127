import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/** Records that the mail server has accepted the confirmation of receipt. */
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
