import { EntityManager } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import type { FailedRefund } from '../payment-event.js';
import { Purchase } from '../../orders/purchase.entity.js';
import { Refund } from '../refund.entity.js';
import { RefundRequest } from '../refund-request.entity.js';

/** Records that Stripe refused a refund, or that a bank returned it. */
export class RecordRefundFailure extends Command<void> {
  /**
   * @param refund the refund that the bank returned; null when Stripe created no refund
   * @param requestId the request, when it is known
   */
  constructor(
    readonly purchaseId: string,
    readonly reason: string,
    readonly refund: FailedRefund | null,
    readonly requestId: string | null = null,
  ) {
    super();
  }
}

@CommandHandler(RecordRefundFailure)
export class RecordRefundFailureHandler implements ICommandHandler<RecordRefundFailure> {
  private readonly logger = new Logger('Payments');

  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ purchaseId, reason, refund, requestId }: RecordRefundFailure): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, FOR_UPDATE);
    const known = await this.find(purchaseId, refund, requestId);
    const request = known ?? (refund && (await this.createForDashboardRefund(purchase, refund)));
    // The event of an earlier attempt was delivered again, or it arrives late.
    const outdated =
      refund && (known ? !known.concernsCurrentRefund(refund.id, refund.serial) : refund.serial !== null);
    if (outdated) return;
    request?.fail(reason, refund?.id ?? null);
    this.logger.error({ purchaseId, reason }, 'refund failed: needs a person');
  }

  private async find(
    purchaseId: string,
    refund: FailedRefund | null,
    requestId: string | null,
  ): Promise<RefundRequest | null> {
    const requests = await this.em.find(RefundRequest, { purchaseId });
    const made = requests.find(({ id, refundId }) => id === requestId || (refund && refundId === refund.id));
    if (made || requestId) return made ?? null;
    const whole = requests.find(({ amountCents }) => amountCents === null) ?? null;
    const isOfDashboard = refund && refund.serial === null && whole?.refundId;
    return isOfDashboard ? null : whole;
  }

  /** A refund that was created in Stripe's dashboard has no request. This method creates one to store the failure. */
  private async createForDashboardRefund(purchase: Purchase, refund: FailedRefund): Promise<RefundRequest | null> {
    const { id: purchaseId, refundedAt } = purchase;
    const fields = { purchaseId, requestId: null, source: 'event', cents: refund.amountCents ?? 0 } as const;
    const row = await this.em.findOne(Refund, fields, { orderBy: { totalCents: 'desc' } });
    if (refund.serial !== null || (!row && !refundedAt)) return null;
    const whole = await this.em.count(RefundRequest, { purchaseId, amountCents: null });
    const isWhole = !row || row.cents === purchase.amountCents;
    if (isWhole && whole) return null;
    const now = new Date();
    const request = this.em.create(RefundRequest, {
      id: uuidv7(),
      purchaseId,
      amountCents: isWhole ? null : row.cents,
      cause: 'admin',
      requestedAt: row?.refundedAt ?? refundedAt!,
      announcedAt: now,
      settledAt: now,
    });
    if (row) row.requestId = request.id;
    this.em.persist(request);
    return request;
  }
}
