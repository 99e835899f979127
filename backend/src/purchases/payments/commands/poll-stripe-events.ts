import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { webhooks } from '../../../platform/telemetry/metrics.js';
import { Sql } from '../../../platform/database/sql.js';
import { CardPayments } from '../card-payments.js';
import type { StripeEvent } from '../payment-event.js';
import { ApplyLatePaymentEvent } from './apply-late-payment-event.js';
import { ReceivePaymentEvent } from './receive-payment-event.js';

/**
 * Polls Stripe for events whose webhooks were lost: payments, refunds from the dashboard, disputes.
 * @returns the number of new events
 */
export class PollStripeEvents extends Command<number> {
  /** @param graceSeconds events younger than this are skipped, because their webhooks can still arrive */
  constructor(readonly graceSeconds = 120) {
    super();
  }
}

/** Each list request covers the events of this time span, in milliseconds. */
const SPAN_MS = 6 * 3_600_000;
/** After the last attempt the event is stored as failed; an operator resends it from Stripe's dashboard. */
const MAX_ATTEMPTS = 5;

@CommandHandler(PollStripeEvents)
export class PollStripeEventsHandler implements ICommandHandler<PollStripeEvents> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly sql: Sql,
    private readonly cards: CardPayments,
    private readonly commands: CommandBus,
  ) {}

  async execute({ graceSeconds }: PollStripeEvents): Promise<number> {
    let total = 0;
    const { from, until } = (await this.sql.row<{ from: Date; until: Date }>(FIND_SPAN, [graceSeconds]))!;
    for (let start = from; start < until;) {
      const end = new Date(Math.min(start.getTime() + SPAN_MS, until.getTime()));
      const newEvents = await this.filterUnprocessed(await this.cards.listEvents(start, end));
      const received = await this.receive(newEvents);
      total += received;
      // The next run lists the failed events again.
      if (received < newEvents.length) break;
      await this.sql.rows(ADVANCE_CURSOR, [end]);
      start = end;
    }
    await this.applyLate();
    return total;
  }

  private async receive(events: StripeEvent[]): Promise<number> {
    let received = 0;
    for (const event of events) {
      const { eventId, type } = event;
      try {
        const outcome = await this.commands.execute(new ReceivePaymentEvent(event));
        // The alert for unmatched events counts both webhooks and polled events.
        if (outcome === 'unmatched') webhooks.inc({ outcome });
        received += 1;
        if (event.paymentEvent.kind !== 'other')
          this.logger.warn({ eventId, type }, 'event found by polling, its webhook did not arrive');
      } catch (error) {
        const attempts = await this.countFailure(event);
        if (attempts >= MAX_ATTEMPTS) received += 1;
        const next = attempts < MAX_ATTEMPTS ? 'retried later' : 'needs a person';
        this.logger.error({ err: error, eventId, type, attempts }, `Stripe event not processed, ${next}`);
      }
    }
    return received;
  }

  /**
   * Limits the attempts, so that an event that keeps failing does not block later events.
   * @returns the number of attempts
   */
  private async countFailure({ eventId, type, objectId }: StripeEvent): Promise<number> {
    const { attempts } = (await this.sql.row<{ attempts: number }>(COUNT_FAILURE, [eventId]))!;
    if (attempts >= MAX_ATTEMPTS) await this.sql.rows(STORE_FAILED, [eventId, type, objectId]);
    return attempts;
  }

  private async filterUnprocessed(events: StripeEvent[]): Promise<StripeEvent[]> {
    const rows = await this.sql.rows<{ id: string }>(
      `select event_id as id from webhook_inbox where event_id = any($1)`,
      [events.map(({ eventId }) => eventId)],
    );
    const known = new Set(rows.map(({ id }) => id));
    return events.filter(({ eventId }) => !known.has(eventId));
  }

  private async applyLate(): Promise<void> {
    const lateEvents = await this.sql.rows<{ id: string }>(
      `select i.event_id as id from webhook_inbox i join purchases u on u.payment_intent_id = i.payment_id
       where i.outcome = 'unmatched' and i.news is not null order by i.received_at limit 100`,
    );
    for (const { id } of lateEvents) {
      try {
        await this.commands.execute(new ApplyLatePaymentEvent(id));
      } catch (error) {
        this.logger.error({ err: error, eventId: id }, 'late Stripe event not applied, retried later');
      }
    }
  }
}

/** Starts ten minutes before the cursor, because an event may appear in Stripe's list minutes after its creation. */
const FIND_SPAN = `
select coalesce((select read_until - interval '10 minutes' from stripe_cursor), now() - interval '1 day') as from,
       now() - make_interval(secs => $1) as until`;

const ADVANCE_CURSOR = `
insert into stripe_cursor (read_until) values ($1)
on conflict (one) do update set read_until = greatest(stripe_cursor.read_until, excluded.read_until)`;

const COUNT_FAILURE = `
insert into report_failures as f (event_id) values ($1)
on conflict (event_id) do update set tries = f.tries + 1 returning tries as attempts`;

const STORE_FAILED = `
insert into webhook_inbox (event_id, type, object_id, outcome) values ($1, $2, $3, 'failed') on conflict do nothing`;
