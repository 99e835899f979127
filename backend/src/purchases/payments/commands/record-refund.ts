import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Transactional } from '../../../platform/database/transactional.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../../platform/audit.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { Purchase } from '../../orders/purchase.entity.js';
import { RefundRequest, type RefundWord } from '../refund-request.entity.js';

/** Money went back, whoever sent it. The whole sum ends the access; a part of it is only noted. */
export class RecordRefund extends Command<void> {
  /** @param cents all that was paid back so far */
  constructor(
    readonly purchaseId: string,
    readonly cents: number | 'all',
    readonly by: RefundWord,
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
  async execute({ purchaseId, cents, by, refundId }: RecordRefund): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const now = new Date();
    const known = purchase.refundedAt;
    const refunded = purchase.refund(cents === 'all' ? purchase.amountCents : cents, now);
    // A report that comes again may be about a refund that a bank has sent back meanwhile.
    if (purchase.refundedAt && (by !== 'report' || !known))
      (await this.em.findOne(RefundRequest, purchaseId))?.settle(now, by, refundId);
    if (!refunded) return;
    this.outbox.record(refunded);
    const { buyerId: userId } = purchase;
    if (userId && !purchase.buyerErasedAt)
      this.audit.record({ userId, actorId: null, action: 'purchases.refunded', details: { purchaseId } });
  }
}
