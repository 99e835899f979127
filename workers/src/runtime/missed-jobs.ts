import { Injectable } from '@nestjs/common';
import { Sql } from '#backend/platform/database/sql.js';
import type { Reaction } from '../job.js';

/**
 * During a rolling deployment a relay of the older version creates no job executions for the reactions that only the newer
 * version has. This class adds the missing job executions of a reaction, for events that are younger than a day and newer
 * than the first event with an execution of this reaction.
 */
@Injectable()
export class MissedJobs {
  constructor(private readonly sql: Sql) {}

  /** Inserts the missing executions, which the reconciler then publishes. Idempotent. @returns how many it inserted */
  async add(reactions: Reaction[]): Promise<number> {
    const added = await this.sql.rows(INSERT_MISSED, [
      reactions.map(({ event }) => event.type),
      reactions.map(({ name }) => name),
      reactions.map(({ queue }) => queue),
    ]);
    return added.length;
  }
}

const INSERT_MISSED = `
insert into deliveries (event_id, reaction, queue, published_at, publish_count)
select e.id, r.reaction, r.queue, e.occurred_at, 0
from unnest($1::text[], $2::text[], $3::text[]) r (type, reaction, queue)
join outbox_events e on e.type = r.type
where e.relayed_at is not null and e.occurred_at > now() - interval '1 day'
  and e.id > (select d.event_id from deliveries d where d.reaction = r.reaction order by d.event_id limit 1)
  and not exists (select from deliveries d where d.event_id = e.id and d.reaction = r.reaction)
on conflict do nothing
returning event_id`;
