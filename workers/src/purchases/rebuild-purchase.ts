import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { webhooks } from '#backend/platform/telemetry/metrics.js';
import { RebuildPurchase } from '#backend/purchases/orders/commands/rebuild-purchase.js';
import type { Job } from '../job.js';

/** Rebuilds a purchase that the database has lost. */
@Injectable()
export class RebuildPurchaseJob implements Job<{ purchaseId: string; paymentId: string }> {
  private readonly logger = new Logger('Payments');

  constructor(private readonly commands: CommandBus) {}

  async run({ purchaseId, paymentId }: { purchaseId: string; paymentId: string }): Promise<void> {
    const outcome = await this.commands.execute(new RebuildPurchase(paymentId));
    if (outcome === 'rebuilt' || outcome === 'known' || outcome === 'refunded') return;
    // This count triggers the alert about Stripe events that match no purchase.
    webhooks.inc({ outcome: 'unmatched' });
    this.logger.error({ purchaseId, paymentId, outcome }, 'paid purchase cannot be rebuilt: needs a person');
  }
}
