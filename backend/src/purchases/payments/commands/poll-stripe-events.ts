import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { webhooks } from '../../../platform/telemetry/metrics.js';
import { Sql } from '../../../platform/database/sql.js';
import { CardPayments } from '../card-payments.js';
import type { StripeEvent } from '../payment-event.js';
import { ApplyLatePaymentEvent } from './apply-late-payment-event.js';
import { ReceivePaymentEvent } from './receive-payment-event.js';

/**
 * Reads what the card provider has noted since the last time, for the day its webhooks are lost: payments, refunds from
 * its dashboard, disputes. @returns how many reports were new
 */
export class PollStripeEvents extends Command<number> {
  /** @param graceSeconds what happened within them is left to the webhook */
  constructor(readonly graceSeconds = 120) {
    super();
  }
}

/** So much is read at once; after a long absence the shop catches up piece by piece. */
const PIECE_MS = 6 * 3_600_000;
/** After them a report is left to a person, who can have the provider send it again. */
const MAX_TRIES = 5;

@CommandHandler(PollStripeEvents)
export class PollStripeEventsHandler implements ICommandHandler<PollStripeEvents> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly sql: Sql,
    private readonly cards: CardPayments,
    private readonly commands: CommandBus,
  ) {}

  async execute({ graceSeconds }: PollStripeEvents): Promise<number> {
    let taken = 0;
    const { from, until } = (await this.sql.row<{ from: Date; until: Date }>(SPAN, [graceSeconds]))!;
    for (let start = from; start < until;) {
      const end = new Date(Math.min(start.getTime() + PIECE_MS, until.getTime()));
      const fresh = await this.unknown(await this.cards.reports(start, end));
      const received = await this.receive(fresh);
      taken += received;
      // What could not be taken in is read again the next time.
      if (received < fresh.length) break;
      await this.sql.rows(MOVE, [end]);
      start = end;
    }
    await this.applyLate();
    return taken;
  }

  private async receive(reports: StripeEvent[]): Promise<number> {
    let received = 0;
    for (const report of reports) {
      const { eventId, type } = report;
      try {
        const outcome = await this.commands.execute(new ReceivePaymentEvent(report));
        // The alert for reports that fit nothing counts them, whichever way they came.
        if (outcome === 'unmatched') webhooks.inc({ outcome });
        received += 1;
        if (report.news.kind !== 'other') this.logger.warn({ eventId, type }, 'no webhook told this');
      } catch (error) {
        const tries = await this.failed(report);
        if (tries >= MAX_TRIES) received += 1;
        const then = tries < MAX_TRIES ? 'will be repeated' : 'needs a person';
        this.logger.error({ err: error, eventId, type, tries }, `payment report not taken in, ${then}`);
      }
    }
    return received;
  }

  /** One report that cannot be taken in must not keep all later ones out. @returns how often it has failed so far */
  private async failed({ eventId, type, objectId }: StripeEvent): Promise<number> {
    const { tries } = (await this.sql.row<{ tries: number }>(ONE_MORE, [eventId]))!;
    if (tries >= MAX_TRIES) await this.sql.rows(GIVEN_UP, [eventId, type, objectId]);
    return tries;
  }

  private async unknown(reports: StripeEvent[]): Promise<StripeEvent[]> {
    const rows = await this.sql.rows<{ id: string }>(
      `select event_id as id from webhook_inbox where event_id = any($1)`,
      [reports.map(({ eventId }) => eventId)],
    );
    const known = new Set(rows.map(({ id }) => id));
    return reports.filter(({ eventId }) => !known.has(eventId));
  }

  private async applyLate(): Promise<void> {
    const late = await this.sql.rows<{ id: string }>(
      `select i.event_id as id from webhook_inbox i join purchases u on u.payment_intent_id = i.payment_id
       where i.outcome = 'unmatched' and i.news is not null order by i.received_at limit 100`,
    );
    for (const { id } of late) {
      try {
        await this.commands.execute(new ApplyLatePaymentEvent(id));
      } catch (error) {
        this.logger.error({ err: error, eventId: id }, 'late payment report not applied, will be repeated');
      }
    }
  }
}

/** An event may show up in the provider's list a while after its own time. */
const SPAN = `
select coalesce((select read_until - interval '10 minutes' from stripe_cursor), now() - interval '1 day') as from,
       now() - make_interval(secs => $1) as until`;

const MOVE = `
insert into stripe_cursor (read_until) values ($1)
on conflict (one) do update set read_until = greatest(stripe_cursor.read_until, excluded.read_until)`;

const ONE_MORE = `
insert into report_failures as f (event_id) values ($1)
on conflict (event_id) do update set tries = f.tries + 1 returning tries`;

const GIVEN_UP = `
insert into webhook_inbox (event_id, type, object_id, outcome) values ($1, $2, $3, 'failed') on conflict do nothing`;
