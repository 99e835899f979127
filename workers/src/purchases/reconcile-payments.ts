import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RescheduleRefunds } from '#backend/purchases/payments/commands/reschedule-refunds.js';
import { ReconcilePayments } from '#backend/purchases/payments/commands/reconcile-payments.js';
import type { Job } from '../job.js';

/** Checks payments whose webhook can be lost, and schedules refunds again that no job processes. */
@Injectable()
export class ReconcilePaymentsJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new RescheduleRefunds());
    await this.commands.execute(new ReconcilePayments());
  }
}
