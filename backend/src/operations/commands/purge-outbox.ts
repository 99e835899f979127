import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import { DEAD, OPEN } from '../event-rows.js';

/**
 * Deletes events older than 90 days whose job executions are all done or discarded. Until then the ledger proves which
 * jobs ran.
 * @returns the number of deleted events; `more` is true when the run stopped at its limit and old events can remain
 */
export class PurgeOutbox extends Command<{ deleted: number; more: boolean }> {
  /** @param limit the maximum number of events per run */
  constructor(readonly limit = 50_000) {
    super();
  }
}

const BATCH = 1_000;

@CommandHandler(PurgeOutbox)
export class PurgeOutboxHandler implements ICommandHandler<PurgeOutbox> {
  constructor(private readonly sql: Sql) {}

  /** Deletes each batch in a separate transaction to keep locks short. */
  async execute({ limit }: PurgeOutbox): Promise<{ deleted: number; more: boolean }> {
    let deleted = 0;
    while (deleted < limit) {
      const size = Math.min(BATCH, limit - deleted);
      const deletedRows = await this.sql.unprepared(DELETE, [size]);
      deleted += deletedRows.length;
      if (deletedRows.length < size) return { deleted, more: false };
    }
    return { deleted, more: true };
  }
}

/** The foreign key of `deliveries` also deletes the job executions of these events (`on delete cascade`). */
const DELETE = `
delete from outbox_events where id = any(array(
  select e.id from outbox_events e
  where e.occurred_at < now() - interval '90 days' and e.relayed_at is not null
    and not exists (select 1 from deliveries d where d.event_id = e.id and (${OPEN} or ${DEAD}))
  order by e.occurred_at limit $1 for update of e skip locked))
returning id`;
