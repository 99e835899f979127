import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import pg from 'pg';
import type { Config } from '#backend/platform/config/config.js';
import { relayedFacts } from '#backend/platform/telemetry/metrics.js';
import { Sql } from '#backend/platform/database/sql.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { reactions } from '../reactions.js';
import { Loop } from './loop.js';
import { Publisher } from './publisher.js';
import { relaySpans } from './relay-spans.js';

const BATCH = 100;
const POLL_MS = 1_000;
/** While versions change, a newer process may record facts that this one knows no job for: those wait for its relay. */
const KNOWN = [...new Set(reactions.map(({ event }) => event.type))];

interface EventRow {
  id: string;
  type: string;
  payload: Record<string, unknown>;
  traceParent: string | null;
}

/**
 * Carries facts from the outbox to the queues: woken by NOTIFY, and by a poll in case a wake-up was lost.
 * Any number of relays may run; a row is carried by one, and a crash between adding and committing adds the same ids again.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Relay');
  readonly loop = new Loop(() => this.carryAll(), POLL_MS, this.logger);
  private listener: pg.Client | null = null;
  private stopping = false;

  constructor(
    private readonly sql: Sql,
    private readonly publisher: Publisher,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.loop.start();
    await this.listen();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.loop.stop();
    await this.listener?.end().catch(() => undefined);
  }

  /** Carries everything there is. @returns how many facts */
  async carryAll(): Promise<number> {
    let carried = 0;
    for (;;) {
      const count = await this.carryBatch();
      this.loop.beat();
      relayedFacts.inc(count);
      carried += count;
      if (count < BATCH || this.stopping) return carried;
    }
  }

  private carryBatch(): Promise<number> {
    return this.sql.ownTransaction(async (client) => {
      const { rows } = await client.query<EventRow>(
        `select id, type, payload, trace_parent as "traceParent" from outbox_events
         where relayed_at is null and type = any($1) order by id limit ${BATCH} for no key update skip locked`,
        [KNOWN],
      );
      if (rows.length === 0) return 0;
      await relaySpans(rows, (facts) => this.deliver(facts));
      await client.query(`update outbox_events set relayed_at = now() where id = any($1)`, [rows.map(({ id }) => id)]);
      return rows.length;
    });
  }

  private async deliver(facts: EventRow[]): Promise<void> {
    const work = facts.flatMap(({ id, type, payload, traceParent }) =>
      reactions
        .filter((reaction) => reaction.event.type === type)
        .map((reaction) => ({ reaction, delivery: { eventId: id, reaction: reaction.name, payload, traceParent } })),
    );
    // The ledger first and committed, on a connection of its own: a worker may take the job before this transaction has
    // ended. That is why the rows are locked `for no key update`, which lets a foreign key point at them.
    await this.sql.rows(
      `insert into deliveries (event_id, reaction, queue) select * from unnest($1::uuid[], $2::text[], $3::text[])
       on conflict do nothing`,
      [
        work.map(({ delivery }) => delivery.eventId),
        work.map(({ delivery }) => delivery.reaction),
        work.map(({ reaction }) => reaction.queue),
      ],
    );
    await this.publisher.publish(work);
  }

  private async listen(): Promise<void> {
    if (this.stopping) return;
    const client = new pg.Client({
      connectionString: this.config.databaseUrl,
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    const again = () => {
      if (this.listener !== client) return;
      this.listener = null;
      setTimeout(() => void this.listen(), POLL_MS).unref();
    };
    this.listener = client;
    client.on('error', again);
    client.on('end', again);
    client.on('notification', () => this.loop.wake());
    try {
      await client.connect();
      await client.query('listen outbox');
    } catch (error) {
      this.logger.warn({ err: error }, 'cannot listen, polling instead');
      void client.end().catch(() => undefined);
      again();
    }
  }
}
