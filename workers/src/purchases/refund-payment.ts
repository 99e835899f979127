import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RefundPayment } from '#backend/purchases/payments/commands/refund-payment.js';
import type { Job } from '../job.js';

/** Creates a requested refund at Stripe. */
@Injectable()
export class RefundPaymentJob implements Job<{ purchaseId: string }> {
  constructor(private readonly commands: CommandBus) {}

  async run({ purchaseId }: { purchaseId: string }): Promise<void> {
    await this.commands.execute(new RefundPayment(purchaseId));
  }
}
