import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { invalid } from '../../../platform/api-error.js';
import { Audit } from '../../../platform/audit.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { Outbox } from '../../../platform/events/outbox.js';
import type { RefundState } from '../../orders/admin.contract.js';
import { PartialRefundRequested } from '../../purchases.events.js';
import { Refund } from '../refund.entity.js';
import { RefundRequest } from '../refund-request.entity.js';
import { readRefundState, readRequestedCents } from '../refund-state.js';
import { lockPricedPurchase } from '../refundable-purchase.js';
import { RequestRefund } from './request-refund.js';

/**
 * Requests a failed refund again, with its amount. A request that has not failed stays unchanged.
 * @throws {ApiError} 404 PURCHASE_NOT_FOUND, 409 NOTHING_TO_REFUND, 400 VALIDATION_FAILED for an unknown request, and for one
 * that Stripe refused when less than its amount is left
 */
export class RepeatRefund extends Command<RefundState> {
  constructor(
    readonly purchaseId: string,
    readonly requestId: string,
    readonly requestedBy: string,
  ) {
    super();
  }
}

@CommandHandler(RepeatRefund)
export class RepeatRefundHandler implements ICommandHandler<RepeatRefund> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly commands: CommandBus,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ purchaseId, requestId, requestedBy }: RepeatRefund): Promise<RefundState> {
    const purchase = await lockPricedPurchase(this.em, purchaseId);
    const request = await this.em.findOne(RefundRequest, { id: requestId, purchaseId });
    if (!request) throw invalid('requestId', 'requestId must be the id of a refund request of this purchase');
    const { amountCents } = request;
    if (!amountCents) return this.commands.execute(new RequestRefund(purchaseId, requestedBy, request.reason ?? null));
    if (!request.failure) return readRefundState(this.sql, purchase, request);
    // The amount of a refund that a bank returned is part of the refunded total already.
    const made = await this.em.count(Refund, { requestId });
    const left = purchase.amountCents - purchase.refundedCents - (await readRequestedCents(this.sql, purchaseId));
    if (!made && amountCents > left)
      throw invalid('requestId', `The amount of this request is ${amountCents}, and only ${left} is left`);
    request.requestAgain(requestedBy, new Date());
    this.outbox.record(new PartialRefundRequested(purchaseId, requestId));
    const { buyerId: userId } = purchase;
    if (userId) {
      const action = 'purchases.refund-requested';
      this.audit.record({ userId, actorId: requestedBy, action, details: { purchaseId } });
    }
    await this.em.flush();
    return readRefundState(this.sql, purchase, request);
  }
}
