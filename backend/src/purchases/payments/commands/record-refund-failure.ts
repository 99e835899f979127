import { EntityManager } from '@mikro-orm/postgresql';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FailedRefund } from '../payment-event.js';
import { Purchase } from '../../orders/purchase.entity.js';
import { RefundRequest } from '../refund-request.entity.js';

/** Records that Stripe refused a refund, or that a bank returned it. */
export class RecordRefundFailure extends Command<void> {
  /** @param refund the refund that the bank returned; null when Stripe created no refund */
  constructor(
    readonly purchaseId: string,
    readonly reason: string,
    readonly refund: FailedRefund | null,
  ) {
    super();
  }
}

@CommandHandler(RecordRefundFailure)
export class RecordRefundFailureHandler implements ICommandHandler<RecordRefundFailure> {
  private readonly logger = new Logger('Payments');

  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ purchaseId, reason, refund }: RecordRefundFailure): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, FOR_UPDATE);
    const known = await this.em.findOne(RefundRequest, purchaseId);
    if (known && refund && !known.concernsCurrentRefund(refund.id, refund.serial)) return;
    const request = known ?? this.createForDashboardRefund(purchase);
    request?.fail(reason, refund?.id ?? null);
    this.logger.error({ purchaseId, reason }, 'refund failed: needs a person');
  }

  /** A refund that was created in Stripe's dashboard has no request. This method creates one to store the failure. */
  private createForDashboardRefund({ id: purchaseId, refundedAt }: Purchase): RefundRequest | null {
    if (!refundedAt) return null;
    const now = new Date();
    const fields = { purchaseId, cause: 'admin', requestedAt: refundedAt, announcedAt: now, settledAt: now } as const;
    const request = this.em.create(RefundRequest, fields);
    this.em.persist(request);
    return request;
  }
}
