import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockAccount } from '../../../accounts/accounts.writes.js';
import { Audit } from '../../../platform/audit.js';
import type { Config } from '../../../platform/config/config.js';
import { advisoryLock } from '../../../platform/database/database-time.js';
import { emailKey, isEmailAddress, normalisedEmail } from '../../../platform/mail/email-address.js';
import { Sql } from '../../../platform/database/sql.js';
import { CONFIG } from '../../../platform/tokens.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { CardPayments } from '../../payments/card-payments.js';
import { type PaymentMetadata, parsePaymentMetadata } from '../../payments/payment-metadata.js';
import type { SettledCardPayment } from '../../payments/payment-event.js';
import { HOME_COUNTRY, Purchase } from '../purchase.entity.js';
import { ApplyLatePaymentEvent } from '../../payments/commands/apply-late-payment-event.js';
import { CompletePurchase } from './complete-purchase.js';

/** Why a purchase cannot be rebuilt from its payment. An operator must check the payment. */
export type RebuildObstacle =
  | 'not-paid'
  | 'not-ours'
  | 'other-payment'
  | 'pattern-unknown'
  | 'buyer-unknown'
  | 'buyer-closed'
  | 'address-unknown';
/** `known`: the purchase exists already. `refunded`: the payment is fully refunded and needs no purchase. */
export type RebuildOutcome = 'rebuilt' | 'known' | 'refunded' | RebuildObstacle;

interface RebuiltBuyer {
  /** Null for a guest. */
  id: string | null;
  email: string;
}

/**
 * Recreates a lost purchase with its old id from the metadata of its payment, and completes it as after a payment event. A
 * concurrent second call finds the recreated purchase. When the rebuild fails, the payment stays in the inbox as unmatched.
 * @throws {ApiError} 502 PAYMENT_PROVIDER_UNAVAILABLE
 */
export class RebuildPurchase extends Command<RebuildOutcome> {
  /** @param asGuest creates a guest purchase for the e-mail address of the card when the account is lost too */
  constructor(
    readonly paymentId: string,
    readonly asGuest = false,
  ) {
    super();
  }
}

@CommandHandler(RebuildPurchase)
export class RebuildPurchaseHandler implements ICommandHandler<RebuildPurchase> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly cards: CardPayments,
    private readonly commands: CommandBus,
    private readonly audit: Audit,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ paymentId, asGuest }: RebuildPurchase): Promise<RebuildOutcome> {
    const settled = await this.cards.findSettled(paymentId);
    if (!settled) return 'not-paid';
    const metadata = parsePaymentMetadata(settled.payment, this.config.tokenSecret);
    if (!metadata) return isFullyRefunded(settled) ? 'refunded' : 'not-ours';
    const outcome = await this.rebuild(metadata, settled, asGuest);
    const { purchaseId } = metadata;
    if (outcome === 'rebuilt') this.logger.warn({ purchaseId, paymentId }, 'purchase rebuilt from its payment');
    if (outcome === 'rebuilt' || outcome === 'known') await this.applyLate(paymentId);
    return outcome;
  }

  @Transactional()
  private async rebuild(
    metadata: PaymentMetadata,
    settled: SettledCardPayment,
    asGuest: boolean,
  ): Promise<RebuildOutcome> {
    await advisoryLock(`rebuild ${metadata.purchaseId}`);
    const outcome = await this.findOrCreate(metadata, settled, asGuest);
    const { id } = settled.payment;
    const inboxOutcome =
      outcome === 'refunded' ? 'ignored' : outcome === 'rebuilt' || outcome === 'known' ? 'applied' : null;
    if (inboxOutcome) await this.sql.rows(SET_OUTCOME, [id, inboxOutcome]);
    else await this.sql.rows(ADD_TO_INBOX, [id, `listed-${id}`]);
    return outcome;
  }

  private async findOrCreate(
    metadata: PaymentMetadata,
    settled: SettledCardPayment,
    asGuest: boolean,
  ): Promise<RebuildOutcome> {
    const { purchaseId } = metadata;
    const { payment } = settled;
    const known = await this.em.findOne(Purchase, purchaseId, { refresh: true });
    if (known && (known.paymentIntentId ?? payment.id) !== payment.id) return 'other-payment';
    if (known?.paymentIntentId) return 'known';
    if (isFullyRefunded(settled)) return 'refunded';
    if (known) {
      known.paymentIntentId = payment.id;
    } else {
      if (!(await this.sql.row('select from patterns where id = $1', [metadata.patternId]))) return 'pattern-unknown';
      const account = metadata.buyerId ? await this.findAccount(metadata.buyerId) : 'guest';
      if (account === 'buyer-closed' || (account === 'buyer-unknown' && !asGuest)) return account;
      const buyer = typeof account === 'string' ? { id: null, email: settled.email } : account;
      if (!isEmailAddress(buyer.email)) return 'address-unknown';
      await this.create(metadata, settled, { id: buyer.id, email: normalisedEmail(buyer.email) }, asGuest);
    }
    await this.em.flush();
    const matches = await this.commands.execute(new CompletePurchase(purchaseId, payment));
    if (!matches) throw new Error(`purchase ${purchaseId} does not match the amount of its payment`);
    return known ? 'known' : 'rebuilt';
  }

  /** Keeps the account's row locked: a concurrent erasure waits and then finds the purchase. */
  private async findAccount(buyerId: string): Promise<RebuiltBuyer | 'buyer-unknown' | 'buyer-closed'> {
    const buyer = await lockAccount(this.sql, buyerId);
    if (!buyer) return 'buyer-unknown';
    return buyer.closed ? 'buyer-closed' : { id: buyerId, email: buyer.email };
  }

  private async create(
    metadata: PaymentMetadata,
    settled: SettledCardPayment,
    buyer: RebuiltBuyer,
    asGuest: boolean,
  ): Promise<void> {
    const { purchaseId, patternId, locale, consent, declaredCountry, offeredFiles } = metadata;
    const { payment, createdAt, refundedCents, cardCountry } = settled;
    const purchase = this.em.create(Purchase, {
      id: purchaseId,
      orderNumber: await this.chooseOrderNumber(metadata.orderNumber),
      patternId,
      buyerId: buyer.id,
      buyerEmail: buyer.email,
      buyerEmailKey: emailKey(buyer.email),
      locale,
      consent,
      country: declaredCountry ?? HOME_COUNTRY,
      declaredCountry,
      cardCountry,
      offeredFiles,
      amountCents: payment.amountCents,
      currency: payment.currency.toUpperCase(),
      paymentIntentId: payment.id,
      refundedCents,
      // Not pending: the buyer may have a new pending order of the same pattern, and only one may be pending.
      status: 'cancelled',
      cancelledAt: new Date(),
      createdAt,
    });
    this.em.persist(purchase);
    const details = { purchaseId, paymentId: payment.id, accountLost: metadata.buyerId !== buyer.id, asGuest };
    // Only an operator can rebuild a purchase as a guest purchase.
    const actor = { userId: buyer.id, actorId: null, byOperator: asGuest };
    this.audit.record({ ...actor, action: 'purchases.rebuilt', details });
  }

  /** Keeps the order number that the buyer has, unless it was assigned again after a restore. */
  private async chooseOrderNumber(old: string): Promise<string> {
    const last = Number(/\d+$/.exec(old)![0]);
    await this.sql.rows(ADVANCE_ORDER_NUMBERS, [last]);
    if ((await this.em.count(Purchase, { orderNumber: old })) === 0) return old;
    const { next } = (await this.sql.row<{ next: string }>(`select nextval('order_numbers') as next`))!;
    return old.replace(/\d+$/, next.padStart(6, '0'));
  }

  /** Applies the refund and dispute events that arrived while the purchase was missing. */
  private async applyLate(paymentId: string): Promise<void> {
    for (const { id } of await this.sql.rows<{ id: string }>(LATE_EVENTS, [paymentId]))
      await this.commands.execute(new ApplyLatePaymentEvent(id));
  }
}

/**
 * Advances the sequence to a number. It calls `nextval` once per number: `setval` could reset the sequence below a number
 * that a concurrent transaction has drawn.
 */
export const ADVANCE_ORDER_NUMBERS = `
select count(nextval('order_numbers')) from generate_series(
  (select last_value + case when is_called then 1 else 0 end from order_numbers), $1::bigint)`;

const isFullyRefunded = ({ payment, refundedCents }: SettledCardPayment) => refundedCents >= payment.amountCents;

const SET_OUTCOME = `
update webhook_inbox set outcome = $2
where object_id = $1 and type = 'payment_intent.succeeded' and outcome = 'unmatched'`;

/** Adds a payment that has no event yet to the inbox, where operators see it. */
const ADD_TO_INBOX = `
insert into webhook_inbox (event_id, type, object_id, outcome)
select $2, 'payment_intent.succeeded', $1, 'unmatched'
where not exists (select from webhook_inbox
                  where object_id = $1 and type = 'payment_intent.succeeded' and outcome = 'unmatched')
on conflict (event_id) do update set outcome = 'unmatched'`;

const LATE_EVENTS = `
select event_id as id from webhook_inbox
where payment_id = $1 and outcome = 'unmatched' and news is not null order by received_at`;
