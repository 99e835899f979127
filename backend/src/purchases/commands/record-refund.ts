import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Transactional } from '../../platform/transactional.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../platform/audit.js';
import { Outbox } from '../../platform/outbox.js';
import { Purchase } from '../purchase.entity.js';
import { RefundRequest } from '../refund-request.entity.js';

/** Money went back, whoever sent it. The whole sum ends the access; a part of it is only noted. */
export class RecordRefund extends Command<void> {
  /** @param cents all that was paid back so far */
  constructor(
    readonly purchaseId: string,
    readonly cents: number | 'all',
    readonly refundId: string | null,
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
  async execute({ purchaseId, cents, refundId }: RecordRefund): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const now = new Date();
    const refunded = purchase.refund(cents === 'all' ? purchase.amountCents : cents, now);
    if (purchase.refundedAt) (await this.em.findOne(RefundRequest, purchaseId))?.settle(now, refundId);
    if (!refunded) return;
    this.outbox.record(refunded);
    const { buyerId: userId } = purchase;
    if (userId) this.audit.record({ userId, actorId: null, action: 'purchases.refunded', details: { purchaseId } });
  }
}
