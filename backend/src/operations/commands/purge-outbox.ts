import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import { DEAD, OPEN } from '../event-rows.js';

/**
 * Deletes facts that are older than 90 days and owed to nobody any more: every delivery is done or was discarded.
 * No effect may be doubted for longer than that. @returns how many; `more` when another run would find some
 */
export class PurgeOutbox extends Command<{ deleted: number; more: boolean }> {
  /** @param most facts of one run */
  constructor(readonly most = 50_000) {
    super();
  }
}

const BATCH = 1_000;

@CommandHandler(PurgeOutbox)
export class PurgeOutboxHandler implements ICommandHandler<PurgeOutbox> {
  constructor(private readonly sql: Sql) {}

  /** Each batch is a transaction of its own, so that nothing waits for the whole. */
  async execute({ most }: PurgeOutbox): Promise<{ deleted: number; more: boolean }> {
    let deleted = 0;
    while (deleted < most) {
      const size = Math.min(BATCH, most - deleted);
      const gone = await this.sql.unprepared(DELETE, [size]);
      deleted += gone.length;
      if (gone.length < size) return { deleted, more: false };
    }
    return { deleted, more: true };
  }
}

/** The deliveries go with their fact. */
const DELETE = `
delete from outbox_events where id = any(array(
  select e.id from outbox_events e
  where e.occurred_at < now() - interval '90 days' and e.relayed_at is not null
    and not exists (select 1 from deliveries d where d.event_id = e.id and (${OPEN} or ${DEAD}))
  order by e.occurred_at limit $1 for update of e skip locked))
returning id`;
