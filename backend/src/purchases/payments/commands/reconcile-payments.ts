import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { REFUND_CHECK_DAYS } from '../../../platform/shop-rules.js';
import { CardPayments, IdempotencyKeyExhausted } from '../card-payments.js';
import { PendingPurchases } from '../../orders/pending-purchases.js';
import { CancelPurchase } from '../../orders/commands/cancel-purchase.js';
import { CompletePurchase } from '../../orders/commands/complete-purchase.js';
import { ApplyPaymentState } from './apply-payment-state.js';

/**
 * Checks up to 50 due pending purchases at Stripe, in case their webhooks were lost. Completes free purchases whose request
 * was interrupted.
 * @returns the number of checked purchases
 */
export class ReconcilePayments extends Command<number> {}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** An order without a known payment is cancelled after this time, because its buyer never saw a payment form. */
const ABANDONED_AFTER_MS = 60 * MINUTE;
/** An unpaid order is cancelled after this time. */
const CANCEL_AFTER_MS = 7 * DAY;

interface DuePurchase {
  id: string;
  paymentId: string | null;
  amountCents: number;
  ageMs: number;
}

@CommandHandler(ReconcilePayments)
export class ReconcilePaymentsHandler implements ICommandHandler<ReconcilePayments> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly sql: Sql,
    private readonly cards: CardPayments,
    private readonly pendingPurchases: PendingPurchases,
    private readonly commands: CommandBus,
  ) {}

  async execute(): Promise<number> {
    // CLAIM_DUE also reschedules the next check, so two workers never check the same purchase.
    const due = await this.sql.rows<DuePurchase>(CLAIM_DUE);
    for (const purchase of due) {
      try {
        await this.check(purchase);
      } catch (error) {
        this.logger.warn({ err: error, purchaseId: purchase.id }, 'payment check failed, retried later');
      }
    }
    await this.sql.rows(PURGE_NETWORKS);
    await this.sql.rows(PURGE_CARDS);
    await this.sql.rows(PURGE_REFUND_KEYS);
    return due.length;
  }

  private async check(purchase: DuePurchase): Promise<void> {
    if (purchase.amountCents === 0) {
      // A free purchase whose request was interrupted: it has no payment to check.
      await this.commands.execute(new CompletePurchase(purchase.id, null));
      return;
    }
    let { paymentId } = purchase;
    if (!paymentId) {
      if (purchase.ageMs < ABANDONED_AFTER_MS) return;
      paymentId = await this.reopenPayment(purchase);
      if (!paymentId) return this.commands.execute(new CancelPurchase(purchase.id));
    }
    const overdue = purchase.ageMs > CANCEL_AFTER_MS || !purchase.paymentId;
    const payment = overdue ? await this.cards.cancel(paymentId) : await this.cards.find(paymentId);
    await this.commands.execute(new ApplyPaymentState(purchase.id, payment));
  }

  /**
   * Repeats the request that opened the payment, with the same idempotency key. If only the response was lost, Stripe
   * returns the existing payment.
   * @returns null when no payment can be opened
   */
  private async reopenPayment(purchase: DuePurchase): Promise<string | null> {
    try {
      return (await this.cards.open(await this.pendingPurchases.find(purchase.id))).id;
    } catch (error) {
      if (error instanceof IdempotencyKeyExhausted) return null;
      throw error;
    }
  }
}

/**
 * Purges the network hashes and the guest key after a day. The limit of declined cards needs the hashes for one hour only.
 */
const PURGE_NETWORKS = `
update purchases set opened_from = null, opened_from_wide = null, guest_key = null
where (opened_from is not null or guest_key is not null) and created_at < now() - interval '1 day'`;

/** Purges the keys that tell a second automatic refund (withdrawals/automatic-refunds.ts) after 30 days. */
const PURGE_CARDS = `
update purchases set card_key = null where card_key is not null and created_at < now() - interval '${REFUND_CHECK_DAYS} days'`;
const PURGE_REFUND_KEYS = `delete from automatic_refunds where made_at < now() - interval '${REFUND_CHECK_DAYS} days'`;

/** A purchase is checked every minute until it is ten minutes old, every 15 minutes until it is a day old, then daily. */
const CLAIM_DUE = `
update purchases set next_payment_check_at = now() + case
    when now() - created_at < interval '10 minutes' then interval '1 minute'
    when now() - created_at < interval '1 day' then interval '15 minutes'
    else interval '1 day' end
where id = any(array(select id from purchases where status = 'pending' and next_payment_check_at <= now()
             order by next_payment_check_at limit 50 for update skip locked))
returning id, payment_intent_id as "paymentId", amount_cents as "amountCents",
          extract(epoch from now() - created_at)::float8 * 1000 as "ageMs"`;
