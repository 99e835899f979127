import { EntityManager } from '@mikro-orm/postgresql';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../../platform/audit.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { Purchase } from '../../orders/purchase.entity.js';
import { RefundRequest, type RefundSource } from '../refund-request.entity.js';

/** Records a refund. A refund of the whole amount ends the access; a partial refund does not. */
export class RecordRefund extends Command<void> {
  /** @param cents the total refunded so far, in minor units */
  constructor(
    readonly purchaseId: string,
    readonly cents: number | 'all',
    readonly source: RefundSource,
    readonly refundId: string | null = null,
  ) {
    super();
  }
}

@CommandHandler(RecordRefund)
export class RecordRefundHandler implements ICommandHandler<RecordRefund> {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ purchaseId, cents, source, refundId }: RecordRefund): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, FOR_UPDATE);
    const now = new Date();
    const refundedBefore = purchase.refundedAt;
    const refunded = purchase.refund(cents === 'all' ? purchase.amountCents : cents, now);
    // A repeated event does not settle the request again. A bank may have returned the refund in the meantime, and settling
    // would hide that failure.
    if (purchase.refundedAt && (source !== 'event' || !refundedBefore))
      (await this.em.findOne(RefundRequest, purchaseId))?.settle(now, source, refundId);
    if (!refunded) return;
    this.outbox.record(refunded);
    const { buyerId: userId } = purchase;
    if (userId && !purchase.buyerErasedAt)
      this.audit.record({ userId, actorId: null, action: 'purchases.refunded', details: { purchaseId } });
  }
}
