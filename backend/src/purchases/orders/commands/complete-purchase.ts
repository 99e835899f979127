import { EntityManager } from '@mikro-orm/postgresql';
import { Sql } from '../../../platform/database/sql.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Inject, Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { holdPattern } from '../../../catalogue/catalogue.writes.js';
import type { Config } from '../../../platform/config/config.js';
import { advisoryLock } from '../../../platform/database/database-time.js';
import { hashToken } from '../../../platform/derived-token.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { inTrace } from '../../../platform/telemetry/spans.js';
import { CONFIG } from '../../../platform/tokens.js';
import { accessToken } from '../../downloads/access-token.js';
import { Copy } from '../../downloads/copy.entity.js';
import { Purchase, type SettledPayment } from '../purchase.entity.js';
import { PurchaseCompleted, RefundRequested } from '../../purchases.events.js';
import { ListFilesToDeliver } from '../../downloads/queries/list-files-to-deliver.js';
import { RefundRequest } from '../../payments/refund-request.entity.js';

/**
 * Marks a purchase as paid. Stripe delivers each event at least once; a repeat changes nothing and records no event.
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

type DeliveryObstacle = 'paid-twice' | 'pattern-hidden' | null;

@CommandHandler(CompletePurchase)
export class CompletePurchaseHandler implements ICommandHandler<CompletePurchase> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly outbox: Outbox,
    private readonly queries: QueryBus,
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
    const token = accessToken(this.config.tokenSecret, purchase.id, purchase.accessSerial);
    const obstacle = await this.findObstacle(purchase);
    const event = purchase.complete(new Date(), hashToken(token), obstacle);
    if (!event) return;
    if (event instanceof PurchaseCompleted) await this.planCopies(purchase);
    if (event instanceof RefundRequested) this.requestRefund(purchase, obstacle);
    this.outbox.record(event);
  }

  private async planCopies({ id: purchaseId, patternId, offeredFiles }: Purchase): Promise<void> {
    const fileIds = await this.queries.execute(new ListFilesToDeliver(patternId, offeredFiles ?? []));
    if (fileIds.length === 0)
      this.logger.error({ purchaseId }, 'purchase paid, but it has no file to deliver: needs a person');
    for (const fileId of fileIds) {
      const copy = { id: uuidv7(), purchaseId, fileId, state: 'marking', createdAt: new Date() } as const;
      this.em.persist(this.em.create(Copy, copy));
    }
  }

  private requestRefund({ id: purchaseId, buyerErasedAt }: Purchase, obstacle: DeliveryObstacle): void {
    const cause = buyerErasedAt ? 'buyer-erased' : (obstacle ?? 'paid-twice');
    if (buyerErasedAt)
      this.logger.error({ purchaseId }, 'paid after the erasure of its buyer, refund requested: needs a person');
    else this.logger.warn({ purchaseId, cause }, 'paid, but not delivered: refund requested');
    const now = new Date();
    const request = { purchaseId, cause, requestedAt: now, announcedAt: now } as const;
    this.em.persist(this.em.create(RefundRequest, request));
  }

  /**
   * A hidden pattern is delivered only to buyers who already have it. The row lock makes a concurrent command that hides the
   * pattern or releases a version of it wait until this purchase is committed as paid.
   */
  private async findObstacle(purchase: Purchase): Promise<DeliveryObstacle> {
    if (await this.ownsByAnotherOrder(purchase)) return 'paid-twice';
    return (await holdPattern(this.sql, purchase.patternId)).hidden ? 'pattern-hidden' : null;
  }

  /**
   * Whether the buyer has paid for the pattern with another order. This is rare, because only one order per buyer and
   * pattern can be pending. The advisory lock serialises two concurrent payment events. A guest can own a pattern twice,
   * because a guest's address is not confirmed.
   */
  private async ownsByAnotherOrder({ id, buyerId, patternId, amountCents }: Purchase): Promise<boolean> {
    if (!buyerId || amountCents === 0) return false;
    await advisoryLock(`owns ${buyerId} ${patternId}`);
    return (await this.em.count(Purchase, { id: { $ne: id }, buyerId, patternId, status: 'paid' })) > 0;
  }
}
