import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { ApiError, invalid } from '../../../platform/api-error.js';
import { Audit } from '../../../platform/audit.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { Outbox } from '../../../platform/events/outbox.js';
import type { RefundState } from '../../orders/admin.contract.js';
import { PartialRefundRequested } from '../../purchases.events.js';
import { RefundRequest } from '../refund-request.entity.js';
import { readRefundState, readRequestedCents } from '../refund-state.js';
import { lockPricedPurchase, requirePaid } from '../refundable-purchase.js';
import { RequestRefund } from './request-refund.js';

/**
 * Requests the refund of a part of the price; a worker creates it at Stripe. A part that equals what is left is the refund of
 * all that is left. A purchase of which nothing is left is answered like a repeated request.
 * @throws {ApiError} 404 PURCHASE_NOT_FOUND, 409 NOTHING_TO_REFUND, 409 PURCHASE_NOT_PAID, 409 REFUND_CHANGED when
 * `seenCents` is not the current total, so that a double click and two administrators do not refund twice, 400
 * VALIDATION_FAILED for more than is left
 */
export class RequestPartialRefund extends Command<RefundState> {
  /**
   * @param amountCents the part in minor units, at least 1
   * @param seenCents what was refunded or requested when the administrator decided, in minor units
   */
  constructor(
    readonly purchaseId: string,
    readonly requestedBy: string,
    readonly reason: string,
    readonly amountCents: number,
    readonly seenCents: number,
  ) {
    super();
  }
}

@CommandHandler(RequestPartialRefund)
export class RequestPartialRefundHandler implements ICommandHandler<RequestPartialRefund> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly commands: CommandBus,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute(command: RequestPartialRefund): Promise<RefundState> {
    const { purchaseId, requestedBy, reason, amountCents, seenCents } = command;
    const purchase = await lockPricedPurchase(this.em, purchaseId);
    requirePaid(purchase);
    const total = purchase.refundedCents + (await readRequestedCents(this.sql, purchaseId));
    if (total !== seenCents) {
      const message = 'Another refund of this purchase was made or requested in the meantime.';
      throw new ApiError(409, 'REFUND_CHANGED', message);
    }
    const left = purchase.amountCents - total;
    if (left > 0 && amountCents > left) throw invalid('amountCents', `amountCents may be at most ${left}`);
    if (left === 0 || amountCents === left)
      return this.commands.execute(new RequestRefund(purchaseId, requestedBy, reason));

    const now = new Date();
    const request = this.em.create(RefundRequest, {
      id: uuidv7(),
      purchaseId,
      amountCents,
      cause: 'admin',
      reason,
      requestedBy,
      requestedAt: now,
      announcedAt: now,
    });
    await this.em.persist(request).flush();
    this.outbox.record(new PartialRefundRequested(purchaseId, request.id));
    const { buyerId: userId } = purchase;
    if (userId) {
      const action = 'purchases.refund-requested';
      this.audit.record({ userId, actorId: requestedBy, action, details: { purchaseId } });
    }
    return readRefundState(this.sql, purchase, request);
  }
}
