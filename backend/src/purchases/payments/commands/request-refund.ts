import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { Audit } from '../../../platform/audit.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { Outbox } from '../../../platform/events/outbox.js';
import type { RefundState } from '../../orders/admin.contract.js';
import { RefundRequested } from '../../purchases.events.js';
import { RefundRequest } from '../refund-request.entity.js';
import { readRefundState } from '../refund-state.js';
import { lockPricedPurchase, requirePaid } from '../refundable-purchase.js';

/**
 * Requests the refund of all that is left of a purchase; a worker creates it at Stripe. A repeated request changes nothing.
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
    private readonly sql: Sql,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ purchaseId, requestedBy, reason, cause }: RequestRefund): Promise<RefundState> {
    const purchase = await lockPricedPurchase(this.em, purchaseId);
    const request = await this.em.findOne(RefundRequest, { purchaseId, amountCents: null });
    // A bank may return a refund days later: a failed refund can be requested again.
    if (request ? !request.failure : purchase.status === 'refunded')
      return readRefundState(this.sql, purchase, request);
    requirePaid(purchase);

    const now = new Date();
    const current = request ?? this.create({ purchaseId, requestedBy, reason, cause }, now);
    if (request) request.requestAgain(requestedBy, now);
    this.outbox.record(new RefundRequested(purchaseId));
    const { buyerId: userId } = purchase;
    if (userId) {
      const action = 'purchases.refund-requested';
      this.audit.record({ userId, actorId: requestedBy, action, details: { purchaseId } });
    }
    await this.em.flush();
    return readRefundState(this.sql, purchase, current);
  }

  private create(
    fields: Pick<RequestRefund, 'purchaseId' | 'requestedBy' | 'reason' | 'cause'>,
    requestedAt: Date,
  ): RefundRequest {
    const { purchaseId, requestedBy, reason, cause } = fields;
    const times = { requestedAt, announcedAt: requestedAt };
    const request = this.em.create(RefundRequest, { id: uuidv7(), purchaseId, cause, reason, requestedBy, ...times });
    this.em.persist(request);
    return request;
  }
}
