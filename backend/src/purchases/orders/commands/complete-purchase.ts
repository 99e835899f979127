import { EntityManager } from '@mikro-orm/postgresql';
import { Sql } from '../../../platform/database/sql.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { holdPattern } from '../../../catalogue/catalogue.writes.js';
import type { Config } from '../../../platform/config/config.js';
import { advisoryLock } from '../../../platform/database/database-time.js';
import { hashToken } from '../../../platform/derived-token.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { inTrace } from '../../../platform/telemetry/spans.js';
import { CONFIG } from '../../../platform/tokens.js';
import { downloadToken } from '../../downloads/download-token.js';
import { type DeliveryObstacle, OrderDelivery } from '../order-delivery.js';
import { Purchase, type SettledPayment } from '../purchase.entity.js';
import { PartialRefundRecorded, PurchaseCompleted, RefundRequested } from '../../purchases.events.js';
import { Refund } from '../../payments/refund.entity.js';

/**
 * Marks a purchase as paid. Stripe may deliver an event several times; a repeat changes nothing and records no domain event.
 * @param payment the settled payment; null only for a free pattern
 * @returns false when amount or currency do not match the purchase; then nothing changes
 */
export class CompletePurchase extends Command<boolean> {
  constructor(
    readonly purchaseId: string,
    readonly payment: SettledPayment | null,
  ) {
    super();
  }
}

@CommandHandler(CompletePurchase)
export class CompletePurchaseHandler implements ICommandHandler<CompletePurchase> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly outbox: Outbox,
    private readonly delivery: OrderDelivery,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Transactional()
  async execute({ purchaseId, payment }: CompletePurchase): Promise<boolean> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, FOR_UPDATE);
    if (!purchase.matchesAmount(payment ?? { amountCents: 0, currency: purchase.currency })) return false;
    await inTrace(purchase.traceParent ?? null, 'complete purchase', () => this.complete(purchase));
    return true;
  }

  private async complete(purchase: Purchase): Promise<void> {
    const token = downloadToken(this.config.tokenSecret, purchase.id, purchase.accessSerial);
    const obstacle = await this.findObstacle(purchase);
    const deferrable = this.config.delivery.withoutWaiver === 'after-14-days';
    const event = purchase.complete(new Date(), hashToken(token), obstacle, deferrable);
    if (!event) return;
    if (event instanceof PurchaseCompleted && !purchase.deliveryDeferred) await this.delivery.planCopies(purchase);
    if (event instanceof RefundRequested) this.delivery.requestRefund(purchase, obstacle);
    this.outbox.record(event);
    // A refund can be recorded before the payment: its event arrived first, or the purchase was rebuilt.
    const parts = { purchaseId: purchase.id, totalCents: { $lt: purchase.amountCents } };
    for (const { id } of await this.em.find(Refund, parts, { orderBy: { totalCents: 'asc' } }))
      this.outbox.record(new PartialRefundRecorded(purchase.id, id));
  }

  /**
   * Locks the pattern's row until the purchase is committed as paid. A concurrent command that hides the pattern or sends
   * a new version to buyers waits for this lock and then finds the paid purchase.
   */
  private async findObstacle(purchase: Purchase): Promise<DeliveryObstacle> {
    if (await this.ownsByAnotherOrder(purchase)) return 'paid-twice';
    return (await holdPattern(this.sql, purchase.patternId)).hidden ? 'pattern-hidden' : null;
  }

  /**
   * Whether the buyer already has the pattern from another paid order. This is rare, because only one order per buyer and
   * pattern can be pending. The advisory lock serialises two concurrent payment events. Guests are not checked: the
   * address of a guest is unproven and identifies no buyer.
   */
  private async ownsByAnotherOrder({ id, buyerId, patternId, amountCents }: Purchase): Promise<boolean> {
    if (!buyerId || amountCents === 0) return false;
    await advisoryLock(`owns ${buyerId} ${patternId}`);
    return (await this.em.count(Purchase, { id: { $ne: id }, buyerId, patternId, status: 'paid' })) > 0;
  }
}
