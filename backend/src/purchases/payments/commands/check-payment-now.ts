import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { CardPayments } from '../card-payments.js';
import { ApplyPaymentState } from './apply-payment-state.js';

/**
 * Checks the payment of one pending purchase at Stripe while its buyer waits, in case the webhook is late or lost. Each poll
 * of the download page runs this command, but at most six runs query Stripe, first 2 s apart, then each time twice as long.
 * Run it only for the buyer's own purchase. It never throws: after an error, ReconcilePayments checks again.
 */
export class CheckPaymentNow extends Command<void> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

@CommandHandler(CheckPaymentNow)
export class CheckPaymentNowHandler implements ICommandHandler<CheckPaymentNow> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly sql: Sql,
    private readonly cards: CardPayments,
    private readonly commands: CommandBus,
  ) {}

  async execute({ purchaseId }: CheckPaymentNow): Promise<void> {
    try {
      const due = await this.sql.row<{ paymentId: string }>(CLAIM, [purchaseId]);
      if (!due) return;
      const payment = await this.cards.find(due.paymentId);
      await this.commands.execute(new ApplyPaymentState(purchaseId, payment));
    } catch (error) {
      this.logger.warn({ err: error, purchaseId }, 'payment check for a waiting buyer failed, retried later');
    }
  }
}

/**
 * Claims and counts the check in one statement, so that only one of several concurrent polls queries Stripe. Skips a locked
 * purchase, because a webhook may be changing it; the next poll checks again.
 */
const CLAIM = `
update purchases set buyer_checks = buyer_checks + 1, buyer_checked_at = now()
where id = (
  select id from purchases
  where id = $1 and status = 'pending' and payment_intent_id is not null and buyer_checks < 6
    and (buyer_checked_at is null or buyer_checked_at < now() - make_interval(secs => 2 ^ buyer_checks))
  for update skip locked)
returning payment_intent_id as "paymentId"`;
