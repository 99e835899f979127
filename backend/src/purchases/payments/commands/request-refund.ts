import { EntityManager } from '@mikro-orm/postgresql';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../../platform/audit.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { notFound, ApiError } from '../../../platform/api-error.js';
import type { RefundState } from '../../orders/admin.contract.js';
import { Purchase } from '../../orders/purchase.entity.js';
import { RefundRequested } from '../../purchases.events.js';
import { RefundRequest } from '../refund-request.entity.js';

/**
 * Records a refund request; a worker creates the refund at Stripe. A repeated request changes nothing.
 * @throws {ApiError} 404 PURCHASE_NOT_FOUND, 409 NOTHING_TO_REFUND, 409 PURCHASE_NOT_PAID
 */
export class RequestRefund extends Command<RefundState> {
  /** @param requestedBy the user id of the administrator or the withdrawing buyer; null for a guest */
  constructor(
    readonly purchaseId: string,
    readonly requestedBy: string | null,
    readonly reason: string | null,
    readonly cause: 'admin' | 'withdrawal' = 'admin',
  ) {
    super();
  }
}

@CommandHandler(RequestRefund)
export class RequestRefundHandler implements ICommandHandler<RequestRefund> {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ purchaseId, requestedBy, reason, cause }: RequestRefund): Promise<RefundState> {
    const purchase = await this.em.findOne(Purchase, purchaseId, FOR_UPDATE);
    if (!purchase) throw notFound('PURCHASE_NOT_FOUND', 'Purchase');
    if (purchase.amountCents === 0) throw new ApiError(409, 'NOTHING_TO_REFUND', 'Nothing was paid for this purchase.');
    const request = await this.em.findOne(RefundRequest, purchaseId);
    // A bank may return a refund days later: a failed refund can be requested again.
    if (request ? !request.failure : purchase.status === 'refunded') return toRefundState(purchase, request);
    if (purchase.status !== 'paid' && purchase.status !== 'refunded')
      throw new ApiError(409, 'PURCHASE_NOT_PAID', 'This purchase is not paid.');

    const now = new Date();
    const current = request ?? this.create(purchaseId, { requestedBy, reason, cause }, now);
    if (request) request.requestAgain(requestedBy, now);
    this.outbox.record(new RefundRequested(purchaseId));
    const { buyerId: userId } = purchase;
    if (userId) {
      const action = 'purchases.refund-requested';
      this.audit.record({ userId, actorId: requestedBy, action, details: { purchaseId } });
    }
    return toRefundState(purchase, current);
  }

  private create(
    purchaseId: string,
    { requestedBy, reason, cause }: Pick<RequestRefund, 'requestedBy' | 'reason' | 'cause'>,
    requestedAt: Date,
  ): RefundRequest {
    const request = this.em.create(RefundRequest, {
      purchaseId,
      cause,
      reason,
      requestedBy,
      requestedAt,
      announcedAt: requestedAt,
    });
    this.em.persist(request);
    return request;
  }
}

function toRefundState(purchase: Purchase, request: RefundRequest | null): RefundState {
  return {
    purchaseId: purchase.id,
    orderNumber: purchase.orderNumber,
    state: request && !request.settledAt ? 'requested' : 'refunded',
    amountCents: purchase.amountCents,
    refundedCents: purchase.refundedCents,
    currency: purchase.currency,
    requestedAt: request?.requestedAt.toISOString() ?? null,
    refundedAt: purchase.refundedAt?.toISOString() ?? null,
  };
}
