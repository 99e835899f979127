import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Config } from '#backend/platform/config/config.js';
import { relayedEvents } from '#backend/platform/telemetry/metrics.js';
import { Listener } from '#backend/platform/database/listen.js';
import { Sql } from '#backend/platform/database/sql.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { reactions } from '../reactions.js';
import { Loop } from './loop.js';
import { Publisher } from './publisher.js';
import { relaySpans } from './relay-spans.js';

const BATCH = 100;
const POLL_MS = 1_000;
/**
 * The event types of this version. During a rolling deployment a newer version can record events of other types. This relay
 * leaves those events to the relay of the newer version.
 */
const KNOWN_TYPES = [...new Set(reactions.map(({ event }) => event.type))];

interface EventRow {
  id: string;
  type: string;
  payload: Record<string, unknown>;
  traceParent: string | null;
}

/**
 * Publishes the jobs of each event of the outbox to the queues. NOTIFY wakes the relay. The relay also polls, because a
 * notification can be lost. Any number of relays can run, because row locks assign each event to one of them. After a crash
 * between publishing and committing, the next relay publishes the same job ids again, which the queue ignores.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Relay');
  readonly loop = new Loop(() => this.relayAll(), POLL_MS, this.logger);
  private readonly listener: Listener;
  private stopping = false;

  constructor(
    private readonly sql: Sql,
    private readonly publisher: Publisher,
    @Inject(CONFIG) config: Config,
  ) {
    this.listener = new Listener(config.databaseUrl, 'outbox', () => this.loop.wake());
  }

  onApplicationBootstrap(): void {
    this.loop.start();
    this.listener.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.loop.stop();
    await this.listener.close();
  }

  /** Publishes all pending events. @returns how many */
  async relayAll(): Promise<number> {
    let relayed = 0;
    for (;;) {
      const count = await this.relayBatch();
      this.loop.beat();
      relayedEvents.inc(count);
      relayed += count;
      if (count < BATCH || this.stopping) return relayed;
    }
  }

  private relayBatch(): Promise<number> {
    return this.sql.ownTransaction(async (client) => {
      const { rows } = await client.query<EventRow>(
        `select id, type, payload, trace_parent as "traceParent" from outbox_events
         where relayed_at is null and type = any($1) order by id limit ${BATCH} for no key update skip locked`,
        [KNOWN_TYPES],
      );
      if (rows.length === 0) return 0;
      await relaySpans(rows, (events) => this.publish(events));
      await client.query(`update outbox_events set relayed_at = now() where id = any($1)`, [rows.map(({ id }) => id)]);
      return rows.length;
    });
  }

  private async publish(events: EventRow[]): Promise<void> {
    const jobs = events.flatMap(({ id, type, payload, traceParent }) =>
      reactions
        .filter((reaction) => reaction.event.type === type)
        .map((reaction) => ({ reaction, execution: { eventId: id, reaction: reaction.name, payload, traceParent } })),
    );
    // A worker can start a job before the relay's transaction ends. The worker then needs the job execution in the ledger.
    // So the job executions are committed first, on a separate connection. Their foreign keys point to the event rows that
    // the relay has locked; the lock `for no key update` allows such inserts.
    await this.sql.rows(
      `insert into deliveries (event_id, reaction, queue) select * from unnest($1::uuid[], $2::text[], $3::text[])
       on conflict do nothing`,
      [
        jobs.map(({ execution }) => execution.eventId),
        jobs.map(({ execution }) => execution.reaction),
        jobs.map(({ reaction }) => reaction.queue),
      ],
    );
    await this.publisher.publish(jobs);
  }
}
