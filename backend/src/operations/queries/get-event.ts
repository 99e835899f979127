import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '../../platform/api-error.js';
import { Sql } from '../../platform/database/sql.js';
import { EVENT_COLUMNS, type EventRow, toEventView } from '../event-rows.js';
import type { EventAction, EventDetail } from '../events.contract.js';

/**
 * Returns an event with its job executions and a list of their replays and discards.
 * @throws {ApiError} 404 EVENT_NOT_FOUND
 */
export class GetEvent extends Query<EventDetail> {
  constructor(readonly id: string) {
    super();
  }
}

interface ActionRow extends Omit<EventAction, 'at'>, Record<string, unknown> {
  at: Date;
}

@QueryHandler(GetEvent)
export class GetEventHandler implements IQueryHandler<GetEvent> {
  constructor(private readonly sql: Sql) {}

  async execute({ id }: GetEvent): Promise<EventDetail> {
    const [event, actions] = await Promise.all([
      this.sql.row<EventRow>(`select ${EVENT_COLUMNS} from outbox_events e where e.id = $1`, [id]),
      this.sql.rows<ActionRow>(ACTIONS, [id]),
    ]);
    if (!event) throw notFound('EVENT_NOT_FOUND', 'Event');
    return { ...toEventView(event), deeds: actions.map((action) => ({ ...action, at: action.at.toISOString() })) };
  }
}

const ACTIONS = `
select case action when 'operations.delivery-replayed' then 'replayed' else 'discarded' end as deed,
       details->>'job' as job, case when by_operator then 'operator' else 'admin' end as by,
       actor_id as "actorId", details->>'reason' as reason, occurred_at as at
from audit_entries
where user_id is null and details->>'eventId' = $1::text
  and action in ('operations.delivery-replayed', 'operations.delivery-discarded')
order by occurred_at desc, id desc`;
