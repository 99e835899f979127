import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { Audit } from '../../../platform/audit.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { Purchase } from '../../orders/purchase.entity.js';
import { PartialRefundRecorded } from '../../purchases.events.js';
import { Refund, type RefundSource } from '../refund.entity.js';
import { RefundRequest } from '../refund-request.entity.js';
import { totalAfter } from '../refund-total.js';

/**
 * Records a refund. A refund of the whole amount ends the access; a partial refund does not. A repeated or late report with a
 * total that is not above the known one adds no refund.
 */
export class RecordRefund extends Command<void> {
  /**
   * @param cents the total refunded so far, in minor units; for a lost dispute the disputed amount
   * @param made the request and the id of the refund that Stripe's response contains
   */
  constructor(
    readonly purchaseId: string,
    readonly cents: number | 'all',
    readonly source: RefundSource,
    readonly made: { requestId: string; refundId: string | null } | null = null,
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
  async execute({ purchaseId, cents, source, made }: RecordRefund): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, FOR_UPDATE);
    const options = { refresh: true } as const;
    const requests = await this.em.find(
      RefundRequest,
      { purchaseId },
      { ...options, orderBy: { requestedAt: 'asc', id: 'asc' } },
    );
    const refunds = await this.em.find(Refund, { purchaseId }, { ...options, orderBy: { totalCents: 'asc' } });
    const request = requests.find(({ id }) => id === made?.requestId) ?? null;
    const now = new Date();
    const refundedBefore = purchase.refundedAt;
    const total = totalAfter(purchase, refunds, requests, { cents, source, request });
    const completed = purchase.refund(total, now);
    const refund = this.add(purchase, { requests, refunds, source, request }, now);

    // A repeated event does not settle the request again. A bank may have returned the refund in the meantime, and settling
    // would hide that failure.
    if (purchase.refundedAt && (source !== 'event' || !refundedBefore))
      requests
        .find(({ amountCents }) => amountCents === null)
        ?.settle(now, source, request?.amountCents ? null : (made?.refundId ?? null));
    if (request?.amountCents) {
      if (!refund) linkTo(request, requests, refunds);
      request.settle(now, source, made?.refundId ?? null);
    }
    if (cents === 'all') coverRest(requests, refunds, source, now);
    if (refund) this.announce(purchase, refund, completed);
  }

  /** Adds the row of the increase. Programs of the earlier version added none, so the rows decide what the increase is. */
  private add(
    { id: purchaseId, amountCents, refundedCents: totalCents }: Purchase,
    known: { requests: RefundRequest[]; refunds: Refund[]; source: RefundSource; request: RefundRequest | null },
    refundedAt: Date,
  ): Refund | null {
    const cents = totalCents - (known.refunds.at(-1)?.totalCents ?? 0);
    if (cents <= 0) return null;
    const made = new Set(known.refunds.map(({ requestId }) => requestId));
    const fits = (request: RefundRequest) =>
      !made.has(request.id) &&
      (request.amountCents === null ? totalCents === amountCents : request.amountCents === cents);
    const open = known.requests.find((one) => !one.settledAt && !one.failure && fits(one)) ?? null;
    const request = known.request && fits(known.request) ? known.request : open;
    const requestId = known.source === 'dispute' ? null : (request?.id ?? null);
    const row = { id: uuidv7(), purchaseId, cents, totalCents, source: known.source, requestId, refundedAt };
    const refund = this.em.create(Refund, row);
    this.em.persist(refund);
    return refund;
  }

  /** A refund that precedes the payment event is announced by CompletePurchase. */
  private announce(purchase: Purchase, refund: Refund, completed: ReturnType<Purchase['refund']>): void {
    const { id: purchaseId, buyerId: userId, status, buyerErasedAt } = purchase;
    const event = completed ?? (status === 'paid' ? new PartialRefundRecorded(purchaseId, refund.id) : null);
    if (!event) return;
    this.outbox.record(event);
    if (!userId || buyerErasedAt) return;
    const action = completed ? 'purchases.refunded' : 'purchases.partly-refunded';
    this.audit.record({ userId, actorId: null, action, details: { purchaseId } });
  }
}

/**
 * Links a refund to the request whose response has come. Its event came first, and was linked to an older request with the
 * same amount. That request is still to be made, so only a response settles a partial request.
 */
function linkTo(request: RefundRequest, requests: RefundRequest[], refunds: Refund[]): void {
  if (refunds.some(({ requestId }) => requestId === request.id)) return;
  const waiting = new Set(requests.filter((one) => !one.refundId && !one.settledAt).map(({ id }) => id));
  const refund = refunds.find(
    ({ cents, requestId }) => cents === request.amountCents && requestId && waiting.has(requestId),
  );
  if (refund) refund.requestId = request.id;
}

/**
 * Settles the partial requests that are no longer needed, because Stripe or a dispute has returned the whole amount. A refund
 * that a bank returned afterwards is still owed, so its request stays.
 */
function coverRest(requests: RefundRequest[], refunds: Refund[], source: RefundSource, at: Date): void {
  const made = new Set(refunds.map(({ requestId }) => requestId));
  for (const request of requests)
    if (request.amountCents !== null && (source === 'dispute' || !made.has(request.id))) request.cover(at);
}
