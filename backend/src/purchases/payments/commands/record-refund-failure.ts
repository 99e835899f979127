import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Transactional } from '../../../platform/database/transactional.js';
import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FailedRefund } from '../payment-event.js';
import { Purchase } from '../../orders/purchase.entity.js';
import { RefundRequest } from '../refund-request.entity.js';

/** The card provider refused to pay back, or the bank sent the money back to the shop. */
export class NoteRefundFailure extends Command<void> {
  /** @param refund the one that was sent back; null where the provider made none */
  constructor(
    readonly purchaseId: string,
    readonly reason: string,
    readonly refund: FailedRefund | null,
  ) {
    super();
  }
}

@CommandHandler(NoteRefundFailure)
export class NoteRefundFailureHandler implements ICommandHandler<NoteRefundFailure> {
  private readonly logger = new Logger('Payments');

  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ purchaseId, reason, refund }: NoteRefundFailure): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const known = await this.em.findOne(RefundRequest, purchaseId);
    if (known && refund && !known.isAbout(refund.id, refund.serial)) return;
    const request = known ?? this.unasked(purchase);
    request?.fail(reason, refund?.id ?? null);
    this.logger.error({ purchaseId, reason }, 'a refund failed: needs a person');
  }

  /** What somebody paid back at the provider's dashboard has to be asked for here once a bank has sent it back. */
  private unasked({ id: purchaseId, refundedAt }: Purchase): RefundRequest | null {
    if (!refundedAt) return null;
    const now = new Date();
    const asked = { purchaseId, cause: 'admin', requestedAt: refundedAt, announcedAt: now, settledAt: now } as const;
    const request = this.em.create(RefundRequest, asked);
    this.em.persist(request);
    return request;
  }
}
