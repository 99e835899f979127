import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CardPayment } from '../payment-event.js';
import { CancelPurchase } from '../../orders/commands/cancel-purchase.js';
import { CompletePurchase } from '../../orders/commands/complete-purchase.js';

/** Applies the state of a payment at Stripe to its pending purchase. An open payment changes nothing. */
export class ApplyPaymentState extends Command<void> {
  constructor(
    readonly purchaseId: string,
    readonly payment: CardPayment,
  ) {
    super();
  }
}

@CommandHandler(ApplyPaymentState)
export class ApplyPaymentStateHandler implements ICommandHandler<ApplyPaymentState> {
  private readonly logger = new Logger('Payments');

  constructor(private readonly commands: CommandBus) {}

  async execute({ purchaseId, payment }: ApplyPaymentState): Promise<void> {
    if (payment.state === 'cancelled') await this.commands.execute(new CancelPurchase(purchaseId));
    if (payment.state !== 'succeeded') return;
    const matches = await this.commands.execute(new CompletePurchase(purchaseId, payment));
    if (!matches)
      this.logger.error(
        { purchaseId, paymentId: payment.id },
        'paid amount does not match the purchase: needs a person',
      );
  }
}
