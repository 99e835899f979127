import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RebuildPurchase } from '#backend/purchases/commands/rebuild-purchase.js';
import type { Job } from '../runtime/job.js';

/** Makes a purchase again that was lost with the newest part of the database. */
@Injectable()
export class RebuildPurchaseJob implements Job<{ paymentId: string }> {
  constructor(private readonly commands: CommandBus) {}

  async run({ paymentId }: { paymentId: string }): Promise<void> {
    await this.commands.execute(new RebuildPurchase(paymentId));
  }
}
