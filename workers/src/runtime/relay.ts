import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import pg from 'pg';
import type { Config } from '#backend/platform/config.js';
import { Sql } from '#backend/platform/sql.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { reactions } from '../reactions.js';
import { Loop } from './loop.js';
import { Publisher } from './publisher.js';

const BATCH = 100;
const POLL_MS = 1_000;

interface EventRow {
  id: string;
  type: string;
  payload: Record<string, unknown>;
}

/**
 * Carries facts from the outbox to the queues: woken by NOTIFY, and by a poll in case a wake-up was lost.
 * Any number of relays may run; a row is carried by one, and a crash between adding and committing adds the same ids again.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Relay');
  private readonly loop = new Loop(() => this.carryAll(), POLL_MS, this.logger);
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
      carried += count;
      if (count < BATCH || this.stopping) return carried;
    }
  }

  private carryBatch(): Promise<number> {
    return this.sql.transaction(async (client) => {
      const { rows } = await client.query<EventRow>(
        `select id, type, payload from outbox_events where relayed_at is null order by id limit ${BATCH} for no key update skip locked`,
      );
      if (rows.length === 0) return 0;
      const work = rows.flatMap(({ id, type, payload }) =>
        reactions
          .filter((reaction) => reaction.fact.type === type)
          .map((reaction) => ({ reaction, delivery: { eventId: id, reaction: reaction.name, payload } })),
      );
      // The ledger first and committed, on a connection of its own: a worker may take the job before this transaction
      // has ended. That is why the rows above are locked `for no key update`, which lets a foreign key point at them.
      await this.sql.rows(
        `insert into deliveries (event_id, reaction) select * from unnest($1::uuid[], $2::text[]) on conflict do nothing`,
        [work.map(({ delivery }) => delivery.eventId), work.map(({ delivery }) => delivery.reaction)],
      );
      await this.publisher.publish(work);
      await client.query(`update outbox_events set relayed_at = now() where id = any($1)`, [rows.map(({ id }) => id)]);
      return rows.length;
    });
  }

  private async listen(): Promise<void> {
    if (this.stopping) return;
    const client = new pg.Client({ connectionString: this.config.databaseUrl, keepAlive: true });
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
      await client.end().catch(() => undefined);
      again();
    }
  }
}
