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
import { SalePlaces } from '../../tax/sale-places.js';
import { Purchase } from '../purchase.entity.js';
import { ApplyLatePaymentEvent } from '../../payments/commands/apply-late-payment-event.js';
import { RecordCardCountry } from '../../tax/commands/record-card-country.js';
import { RecordRefund } from '../../payments/commands/record-refund.js';
import { CompletePurchase } from './complete-purchase.js';

/**
 * Why a purchase cannot be rebuilt from its payment; an operator must check the payment. `not-paid`: Stripe has no settled
 * payment with this id. `not-ours`: the metadata have no valid seal of this shop. `other-payment`: the purchase exists with
 * another payment. `pattern-unknown`, `buyer-unknown`: the pattern or the buyer's account is missing in the database.
 * `buyer-closed`: the buyer's account is closed. `address-unknown`: a guest purchase needs the e-mail address that was
 * entered with the card, and Stripe has no valid address.
 */
export type RebuildObstacle =
  | 'not-paid'
  | 'not-ours'
  | 'other-payment'
  | 'pattern-unknown'
  | 'buyer-unknown'
  | 'buyer-closed'
  | 'address-unknown';
/** `known`: the purchase already exists. `refunded`: the payment is fully refunded and needs no purchase. */
export type RebuildOutcome = 'rebuilt' | 'known' | 'refunded' | RebuildObstacle;

interface RebuiltBuyer {
  /** Null for a guest. */
  id: string | null;
  email: string;
}

/**
 * Recreates a lost purchase with its old id from the metadata of its payment, and completes it as after a payment event. If
 * two calls run concurrently, the second finds the purchase that the first has recreated. When the rebuild fails, the
 * payment stays in the inbox as unmatched.
 * @throws {ApiError} 502 PAYMENT_PROVIDER_UNAVAILABLE
 */
export class RebuildPurchase extends Command<RebuildOutcome> {
  /** @param asGuest whether a missing account leads to a guest purchase under the e-mail address entered with the card */
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
    private readonly places: SalePlaces,
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
    await this.commands.execute(new RecordCardCountry(purchaseId, settled.cardCountry, settled.cardFingerprint));
    if (settled.refundedCents > 0)
      await this.commands.execute(new RecordRefund(purchaseId, settled.refundedCents, 'event'));
    const matches = await this.commands.execute(new CompletePurchase(purchaseId, payment));
    if (!matches) throw new Error(`purchase ${purchaseId} does not match the amount of its payment`);
    return known ? 'known' : 'rebuilt';
  }

  /** Locks the account's row, so that a concurrent erasure waits and then finds the purchase. */
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
    const { purchaseId, patternId, locale, consent, declaredCountry, offeredFiles, licence } = metadata;
    const { termsTextId, withdrawalTextId } = metadata;
    const { payment, createdAt } = settled;
    const purchase = this.em.create(Purchase, {
      id: purchaseId,
      orderNumber: await this.chooseOrderNumber(metadata.orderNumber),
      patternId,
      buyerId: buyer.id,
      buyerEmail: buyer.email,
      buyerEmailKey: emailKey(buyer.email),
      locale,
      consent,
      ...this.places.placeOf(declaredCountry),
      offeredFiles,
      licence,
      termsTextId,
      withdrawalTextId,
      amountCents: payment.amountCents,
      currency: payment.currency.toUpperCase(),
      paymentIntentId: payment.id,
      // Not `pending`: the buyer can have a newer pending order of the pattern, and the database allows only one.
      // CompletePurchase also completes a cancelled purchase.
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

  /** Keeps the order number that the buyer knows, unless another order got it after the database was restored. */
  private async chooseOrderNumber(old: string): Promise<string> {
    const serial = Number(/\d+$/.exec(old)![0]);
    await this.sql.rows(ADVANCE_ORDER_NUMBERS, [serial]);
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
 * Advances the sequence to a number by calling `nextval` once per number. `setval` could reset the sequence below a number
 * that a concurrent transaction has already taken.
 */
export const ADVANCE_ORDER_NUMBERS = `
select count(nextval('order_numbers')) from generate_series(
  (select last_value + case when is_called then 1 else 0 end from order_numbers), $1::bigint)`;

const isFullyRefunded = ({ payment, refundedCents }: SettledCardPayment) => refundedCents >= payment.amountCents;

const SET_OUTCOME = `
update webhook_inbox set outcome = $2
where object_id = $1 and type = 'payment_intent.succeeded' and outcome = 'unmatched'`;

/** Adds a payment without an event to the inbox, where operators see it. $2 is stored in place of an event id. */
const ADD_TO_INBOX = `
insert into webhook_inbox (event_id, type, object_id, outcome)
select $2, 'payment_intent.succeeded', $1, 'unmatched'
where not exists (select from webhook_inbox
                  where object_id = $1 and type = 'payment_intent.succeeded' and outcome = 'unmatched')
on conflict (event_id) do update set outcome = 'unmatched'`;

const LATE_EVENTS = `
select event_id as id from webhook_inbox
where payment_id = $1 and outcome = 'unmatched' and news is not null order by received_at`;
