import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { CardPayments, providerUnavailable } from '../card-payments.js';
import { CancelPurchase } from '../../orders/commands/cancel-purchase.js';
import { CompletePurchase } from '../../orders/commands/complete-purchase.js';

/**
 * Cancels a pending order and its open payment at Stripe.
 * @throws {ApiError} 502 PAYMENT_PROVIDER_UNAVAILABLE when the payment stays open
 */
export class ClosePayment extends Command<void> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

@CommandHandler(ClosePayment)
export class ClosePaymentHandler implements ICommandHandler<ClosePayment> {
  constructor(
    private readonly sql: Sql,
    private readonly cards: CardPayments,
    private readonly commands: CommandBus,
  ) {}

  async execute({ purchaseId }: ClosePayment): Promise<void> {
    const open = await this.sql.row<{ payment: string }>(
      `select payment_intent_id as payment from purchases
       where id = $1 and status = 'pending' and payment_intent_id is not null`,
      [purchaseId],
    );
    if (!open) return;
    const payment = await this.cards.cancel(open.payment);
    if (payment.state === 'open') throw providerUnavailable();
    // Declined cards led to this command (event PaymentBlocked); the buyer may have paid with a valid card since then.
    if (payment.state === 'succeeded') await this.commands.execute(new CompletePurchase(purchaseId, payment));
    else await this.commands.execute(new CancelPurchase(purchaseId));
  }
}
