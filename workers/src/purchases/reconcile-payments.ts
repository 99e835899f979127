import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RescheduleRefunds } from '#backend/purchases/payments/commands/reschedule-refunds.js';
import { ReconcilePayments } from '#backend/purchases/payments/commands/reconcile-payments.js';
import type { Job } from '../job.js';

/**
 * Polls Stripe for pending payments, because a webhook can be lost. Also schedules a refund again when the job of the refund
 * has become a dead letter.
 */
@Injectable()
export class ReconcilePaymentsJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new RescheduleRefunds());
    await this.commands.execute(new ReconcilePayments());
  }
}
