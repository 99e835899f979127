import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import {
  CardPayments,
  IdempotencyKeyExhausted,
  type MadeRefund,
  type RefundOrder,
  RefundRefused,
} from '../card-payments.js';
import { RecordRefundFailure } from './record-refund-failure.js';
import { RecordRefund } from './record-refund.js';

/**
 * Creates a requested refund at Stripe: the request of a partial refund, or without an id the request for all that is left.
 * An earlier command stored the request; this command stores the result before it ends. If the process dies before that, the
 * retry uses the same idempotency key and gets the same refund.
 */
export class RefundPayment extends Command<void> {
  constructor(
    readonly purchaseId: string,
    readonly requestId: string | null = null,
  ) {
    super();
  }
}

@CommandHandler(RefundPayment)
export class RefundPaymentHandler implements ICommandHandler<RefundPayment> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly sql: Sql,
    private readonly cards: CardPayments,
    private readonly commands: CommandBus,
  ) {}

  async execute({ purchaseId, requestId }: RefundPayment): Promise<void> {
    const due = await this.sql.row<RefundOrder & Record<string, unknown>>(DUE, [purchaseId, requestId]);
    // Nothing is left at Stripe when a dispute has taken the rest.
    if (!due || due.amountCents === 0) return;
    const { requestId: id } = due;
    try {
      const { refundId, totalCents } = await this.create(due);
      const total = due.partial ? totalCents : 'all';
      await this.commands.execute(new RecordRefund(purchaseId, total, 'response', { requestId: id, refundId }));
    } catch (error) {
      if (error instanceof RefundRefused)
        return this.commands.execute(new RecordRefundFailure(purchaseId, error.message, null, id));
      if (error instanceof IdempotencyKeyExhausted) await this.sql.rows(NEXT_KEY, [id, due.serial]);
      this.logger.warn({ purchaseId, requestId: id }, 'refund not made, retried later');
      throw error;
    }
  }

  /**
   * Looks for the refund of an amount before it creates one. Stripe forgets an idempotency key after a day, and a refund may
   * exist although its response was an error or was lost.
   */
  private async create(order: RefundOrder): Promise<MadeRefund> {
    const made = order.amountCents === null ? null : await this.cards.findRefund(order);
    return made ?? this.cards.refund(order);
  }
}

/**
 * Stripe's total does not contain what a lost dispute has taken. Without an amount, Stripe would refund that part too.
 */
const DUE = `
select u.id as "purchaseId", r.id as "requestId", u.payment_intent_id as "paymentId",
       r.cause = 'paid-twice' as "paidTwice", r.amount_cents is not null as partial, r.key_serial as serial,
       case when r.amount_cents is not null then r.amount_cents
            when exists (select from refunds f where f.purchase_id = u.id and f.source = 'dispute')
            then u.amount_cents - u.refunded_cents end as "amountCents"
from refund_requests r join purchases u on u.id = r.purchase_id
where r.purchase_id = $1 and (r.id = $2 or $2::uuid is null and r.amount_cents is null)
  and r.failure is null and r.settled_at is null
  and u.status in ('paid', 'refunded') and u.payment_intent_id is not null`;

const NEXT_KEY = `update refund_requests set key_serial = key_serial + 1 where id = $1 and key_serial = $2`;
