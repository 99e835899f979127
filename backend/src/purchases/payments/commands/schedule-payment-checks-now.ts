import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/** Makes every pending purchase due for the next run of ReconcilePayments. @returns the ids of the purchases */
export class SchedulePaymentChecksNow extends Command<string[]> {}

@CommandHandler(SchedulePaymentChecksNow)
export class SchedulePaymentChecksNowHandler implements ICommandHandler<SchedulePaymentChecksNow> {
  constructor(private readonly sql: Sql) {}

  async execute(): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      `update purchases set next_payment_check_at = least(next_payment_check_at, now())
       where status = 'pending' and next_payment_check_at is not null returning id`,
    );
    return rows.map(({ id }) => id);
  }
}
