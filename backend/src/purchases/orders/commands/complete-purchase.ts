import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { Inject, Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { holdPattern } from '../../../catalogue/catalogue.writes.js';
import type { Config } from '../../../platform/config/config.js';
import { advisoryLock } from '../../../platform/database/database-time.js';
import { hashToken } from '../../../platform/derived-token.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { inTraceOf } from '../../../platform/telemetry/spans.js';
import { CONFIG } from '../../../platform/tokens.js';
import { accessToken } from '../../downloads/access-token.js';
import { Copy } from '../../downloads/copy.entity.js';
import { Purchase, type SettledPayment } from '../purchase.entity.js';
import { PurchaseCompleted, RefundRequested } from '../../purchases.events.js';
import { ListFilesToDeliver } from '../../downloads/queries/list-files-to-deliver.js';
import { RefundRequest } from '../../payments/refund-request.entity.js';

/**
 * Marks a purchase as paid. The card provider reports at least once, so a repeat changes nothing and announces nothing.
 * @param payment what was paid; null only for a free pattern
 * @returns false when the payment is not what the purchase owes, and nothing was changed
 */
export class CompletePurchase extends Command<boolean> {
  constructor(
    readonly purchaseId: string,
    readonly payment: SettledPayment | null,
  ) {
    super();
  }
}

type Obstacle = 'paid-twice' | 'pattern-hidden' | null;

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
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!purchase.owes(payment ?? { amountCents: 0, currency: purchase.currency })) return false;
    await inTraceOf(purchase.traceParent ?? null, 'complete purchase', () => this.complete(purchase));
    return true;
  }

  private async complete(purchase: Purchase): Promise<void> {
    const token = accessToken(this.config.tokenSecret, purchase.id, purchase.accessSerial);
    const obstacle = await this.obstacleTo(purchase);
    const fact = purchase.complete(new Date(), hashToken(token), obstacle);
    if (!fact) return;
    if (fact instanceof PurchaseCompleted) await this.planCopies(purchase);
    if (fact instanceof RefundRequested) this.sendBack(purchase, obstacle);
    this.outbox.record(fact);
  }

  private async planCopies({ id: purchaseId, patternId, offeredFiles }: Purchase): Promise<void> {
    const fileIds = await this.queries.execute(new ListFilesToDeliver(patternId, offeredFiles ?? []));
    if (fileIds.length === 0)
      this.logger.error({ purchaseId }, 'paid, but there is no file to deliver: needs a person');
    for (const fileId of fileIds) {
      const copy = { id: uuidv7(), purchaseId, fileId, state: 'marking', createdAt: new Date() } as const;
      this.em.persist(this.em.create(Copy, copy));
    }
  }

  private sendBack({ id: purchaseId, buyerErasedAt }: Purchase, obstacle: Obstacle): void {
    const cause = buyerErasedAt ? 'buyer-erased' : (obstacle ?? 'paid-twice');
    if (buyerErasedAt)
      this.logger.error({ purchaseId }, 'paid after its buyer was erased: the money goes back, needs a person');
    else this.logger.warn({ purchaseId, cause }, 'paid, but nothing is delivered: the money goes back');
    const now = new Date();
    const request = { purchaseId, cause, requestedAt: now, announcedAt: now } as const;
    this.em.persist(this.em.create(RefundRequest, request));
  }

  /**
   * What moderators have hidden is delivered to nobody who has not got it already. The lock has whoever hides the pattern,
   * or releases a version of it, wait until this purchase is seen among the paid ones.
   */
  private async obstacleTo(purchase: Purchase): Promise<Obstacle> {
    if (await this.ownsAnother(purchase)) return 'paid-twice';
    return (await holdPattern(this.sql, purchase.patternId)).hidden ? 'pattern-hidden' : null;
  }

  /**
   * Cannot happen while one order is open at a time; if it does, the buyer's money must not stay with the shop. The lock
   * makes two payments that are reported at the same moment see each other. A guest's address proves nothing, so the
   * second order of a guest stands.
   */
  private async ownsAnother({ id, buyerId, patternId, amountCents }: Purchase): Promise<boolean> {
    if (!buyerId || amountCents === 0) return false;
    await advisoryLock(`owns ${buyerId} ${patternId}`);
    return (await this.em.count(Purchase, { id: { $ne: id }, buyerId, patternId, status: 'paid' })) > 0;
  }
}
