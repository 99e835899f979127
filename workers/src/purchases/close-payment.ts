import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ClosePayment } from '#backend/purchases/payments/commands/close-payment.js';
import type { Job } from '../job.js';

/** Cancels a payment at Stripe after too many declined cards. */
@Injectable()
export class ClosePaymentJob implements Job<{ purchaseId: string }> {
  constructor(private readonly commands: CommandBus) {}

  async run({ purchaseId }: { purchaseId: string }): Promise<void> {
    await this.commands.execute(new ClosePayment(purchaseId));
  }
}
