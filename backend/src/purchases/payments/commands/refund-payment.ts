import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { CardPayments, IdempotencyKeyExhausted, RefundRefused } from '../card-payments.js';
import { RecordRefundFailure } from './record-refund-failure.js';
import { RecordRefund } from './record-refund.js';

/**
 * Creates a requested refund at Stripe. An earlier command stored the request; this command stores the result before it
 * ends. If the process dies before that, the retry uses the same idempotency key and gets the same refund.
 */
export class RefundPayment extends Command<void> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

interface DueRefund {
  purchaseId: string;
  paymentId: string;
  paidTwice: boolean;
  serial: number;
}

@CommandHandler(RefundPayment)
export class RefundPaymentHandler implements ICommandHandler<RefundPayment> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly sql: Sql,
    private readonly cards: CardPayments,
    private readonly commands: CommandBus,
  ) {}

  async execute({ purchaseId }: RefundPayment): Promise<void> {
    const due = await this.sql.row<DueRefund>(DUE, [purchaseId]);
    if (!due) return;
    try {
      const refundId = await this.cards.refund(due);
      await this.commands.execute(new RecordRefund(purchaseId, 'all', 'response', refundId));
    } catch (error) {
      if (error instanceof RefundRefused)
        return this.commands.execute(new RecordRefundFailure(purchaseId, error.message, null));
      if (error instanceof IdempotencyKeyExhausted) await this.sql.rows(NEXT_KEY, [purchaseId, due.serial]);
      this.logger.warn({ purchaseId }, 'refund not made, retried later');
      throw error;
    }
  }
}

const DUE = `
select u.id as "purchaseId", u.payment_intent_id as "paymentId", r.cause = 'paid-twice' as "paidTwice", r.key_serial as serial
from refund_requests r join purchases u on u.id = r.purchase_id
where r.purchase_id = $1 and r.failure is null and r.settled_at is null
  and u.status in ('paid', 'refunded') and u.payment_intent_id is not null`;

const NEXT_KEY = `update refund_requests set key_serial = key_serial + 1 where purchase_id = $1 and key_serial = $2`;
