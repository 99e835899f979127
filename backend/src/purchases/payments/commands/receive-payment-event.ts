import { EntityManager } from '@mikro-orm/postgresql';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { Inject, Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Config } from '../../../platform/config/config.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { CONFIG } from '../../../platform/tokens.js';
import { parsePaymentMetadata } from '../payment-metadata.js';
import type { PaymentEvent, StripeEvent } from '../payment-event.js';
import { PurchaseLost } from '../../purchases.events.js';
import { type Outcome, PaymentEventHandler } from '../payment-event-handler.js';

/**
 * `duplicate`: the event was processed before. `lost`: the event is about a payment of this shop whose purchase is missing;
 * a worker rebuilds the purchase.
 */
type ReceiveOutcome = Outcome | 'duplicate' | 'lost';

/**
 * Processes a verified Stripe event. One transaction writes the inbox row and the effect. When the transaction fails, Stripe
 * gets a 5xx and retries. After the commit, a repeated event finds the row and changes nothing. An event whose attempts were
 * exhausted is processed again when Stripe resends it.
 */
export class ReceivePaymentEvent extends Command<ReceiveOutcome> {
  constructor(readonly event: StripeEvent) {
    super();
  }
}

@CommandHandler(ReceivePaymentEvent)
export class ReceivePaymentEventHandler implements ICommandHandler<ReceivePaymentEvent> {
  private readonly logger = new Logger('Payments');

  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly handler: PaymentEventHandler,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Transactional()
  async execute({ event }: ReceivePaymentEvent): Promise<ReceiveOutcome> {
    const { eventId, type, objectId, paymentEvent } = event;
    const inserted = await this.sql.row(
      `insert into webhook_inbox (event_id, type, object_id, outcome) values ($1, $2, $3, 'ignored')
       on conflict (event_id) do update set outcome = 'ignored' where webhook_inbox.outcome = 'failed'
       returning event_id`,
      [eventId, type, objectId],
    );
    if (!inserted) return 'duplicate';
    const outcome = await this.handler.apply(paymentEvent);
    if (outcome === 'ignored') return outcome;
    const stored = outcome === 'unmatched' ? toStoredEvent(paymentEvent) : null;
    await this.sql.rows(`update webhook_inbox set outcome = $2, payment_id = $3, news = $4 where event_id = $1`, [
      eventId,
      outcome,
      stored?.paymentId ?? null,
      stored && JSON.stringify(stored),
    ]);
    const metadata =
      outcome === 'unmatched' &&
      paymentEvent.kind === 'succeeded' &&
      parsePaymentMetadata(paymentEvent.payment, this.config.tokenSecret);
    if (metadata) {
      const { purchaseId } = metadata;
      this.outbox.record(new PurchaseLost(purchaseId, paymentEvent.payment.id));
      this.logger.warn({ eventId, type, objectId, purchaseId }, 'purchase of a payment missing, rebuild scheduled');
      return 'lost';
    }
    if (outcome !== 'applied')
      this.logger.error({ eventId, type, objectId, outcome }, 'Stripe event not applied: needs a person');
    return outcome;
  }
}

/**
 * Selects the events to store in the column `news` for a later attempt. Payments are not stored: a payment can be queried at
 * Stripe, and its client secret must not be stored.
 */
function toStoredEvent(event: PaymentEvent) {
  return event.kind === 'refunded' || event.kind === 'disputed' || event.kind === 'refund-failed' ? event : null;
}
