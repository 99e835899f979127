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
import { type Outcome, PaymentEventEffects } from '../payment-event-handler.js';

/** `lost`: a payment of this shop whose purchase is not in the database; a worker makes it again. */
type Reception = Outcome | 'duplicate' | 'lost';

/**
 * Takes a verified report in. The inbox row and its effect are one transaction: when it fails, the card provider
 * hears a 5xx and repeats; when it holds, every repeat finds the row and changes nothing. Only what the shop had given
 * up on is tried once more when it comes again.
 */
export class ReceivePaymentEvent extends Command<Reception> {
  constructor(readonly report: StripeEvent) {
    super();
  }
}

@CommandHandler(ReceivePaymentEvent)
export class ReceivePaymentEventHandler implements ICommandHandler<ReceivePaymentEvent> {
  private readonly logger = new Logger('Payments');

  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly effects: PaymentEventEffects,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Transactional()
  async execute({ report }: ReceivePaymentEvent): Promise<Reception> {
    const { eventId, type, objectId, news } = report;
    const inserted = await this.sql.row(
      `insert into webhook_inbox (event_id, type, object_id, outcome) values ($1, $2, $3, 'ignored')
       on conflict (event_id) do update set outcome = 'ignored' where webhook_inbox.outcome = 'failed'
       returning event_id`,
      [eventId, type, objectId],
    );
    if (!inserted) return 'duplicate';
    const outcome = await this.effects.apply(news);
    if (outcome === 'ignored') return outcome;
    const kept = outcome === 'unmatched' ? worthKeeping(news) : null;
    await this.sql.rows(`update webhook_inbox set outcome = $2, payment_id = $3, news = $4 where event_id = $1`, [
      eventId,
      outcome,
      kept?.paymentId ?? null,
      kept && JSON.stringify(kept),
    ]);
    const note =
      outcome === 'unmatched' &&
      news.kind === 'succeeded' &&
      parsePaymentMetadata(news.payment, this.config.tokenSecret);
    if (note) {
      const { purchaseId } = note;
      this.outbox.record(new PurchaseLost(purchaseId, news.payment.id));
      this.logger.warn({ eventId, type, objectId, purchaseId }, 'the purchase of a payment is lost, will be rebuilt');
      return 'lost';
    }
    if (outcome !== 'applied') this.logger.error({ eventId, type, objectId, outcome }, 'payment report needs a person');
    return outcome;
  }
}

/** Money that went back is told once; a payment is asked for again by other ways, and its secret is kept nowhere. */
function worthKeeping(news: PaymentEvent) {
  return news.kind === 'refunded' || news.kind === 'disputed' || news.kind === 'refund-failed' ? news : null;
}
