import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { invalid } from '../../platform/api-error.js';
import { Sql } from '../../platform/database/sql.js';
import { DEAD, EVENT_COLUMNS, type EventRow, toEventView, OPEN } from '../event-rows.js';
import type { EventFilters, EventPage } from '../events.contract.js';
import { pageNumbers } from '../../platform/page-numbers.js';

/**
 * Lists events with their job executions, newest first. Only the first 10,000 events can be paged through; a narrower
 * time range reaches older ones.
 * @throws {ApiError} 400 VALIDATION_FAILED for a later page
 */
export class ListEvents extends Query<EventPage> {
  constructor(readonly filters: EventFilters) {
    super();
  }
}

/** Counting and paging stop here to limit the cost of a query. */
const MAX_EVENTS = 10_000;

@QueryHandler(ListEvents)
export class ListEventsHandler implements IQueryHandler<ListEvents> {
  constructor(private readonly sql: Sql) {}

  async execute({ filters }: ListEvents): Promise<EventPage> {
    const { page = 1, limit = 20 } = filters;
    if ((page - 1) * limit >= MAX_EVENTS)
      throw invalid(
        'page',
        `page must lie within the first ${MAX_EVENTS} events; choose a narrower time range with since and until`,
      );
    const { list, count, values } = buildStatements(filters);
    const [rows, counted] = await Promise.all([
      this.sql.rows<EventRow>(list, [...values, limit, (page - 1) * limit]),
      this.sql.row<{ total: number }>(count, values),
    ]);
    return { events: rows.map(toEventView), ...pageNumbers(page, limit, counted!.total) };
  }
}

/** @returns the SQL statements for the filters; `list` has two more parameters after `values`: limit and offset */
export function buildStatements({ state, type, job, subject, since, until }: EventFilters) {
  const values: unknown[] = [];
  const conditions = ['true'];
  const addValue = (value: unknown) => `$${values.push(value)}`;
  if (type) conditions.push(`e.type = ${addValue(type)}`);
  if (since) conditions.push(`e.occurred_at >= ${addValue(since)}::timestamptz`);
  if (until) conditions.push(`e.occurred_at < ${addValue(until)}::timestamptz`);
  if (subject) {
    const id = addValue(subject);
    // Must match the expression of the index outbox_events_subjects exactly.
    conditions.push(
      `(e.id = ${id}::uuid or jsonb_path_query_array(e.payload, '$.*') @> jsonb_build_array(${id}::text))`,
    );
  }
  const jobCondition = job ? `d.reaction = ${addValue(job)}` : 'true';
  const hasExecution = (stateCondition: string) =>
    `exists (select 1 from deliveries d where d.event_id = e.id and ${jobCondition} and ${stateCondition})`;
  if (job && state !== 'open' && state !== 'dead') conditions.push(hasExecution('true'));
  if (state === 'open') conditions.push(hasExecution(`(${OPEN})`));
  if (state === 'dead') conditions.push(hasExecution(`(${DEAD})`));
  if (state === 'unrelayed') conditions.push('e.relayed_at is null');
  if (state === 'done') conditions.push('e.relayed_at is not null', `not ${hasExecution(`(${OPEN} or ${DEAD})`)}`);
  const condition = conditions.join(' and ');
  return { list: listStatement(condition, values.length), count: countStatement(condition), values };
}

const countStatement = (condition: string) =>
  `select count(*)::int as total from (select 1 from outbox_events e where ${condition} limit ${MAX_EVENTS}) counted`;

/** Selects the events of the page first, to read only their job executions. */
const listStatement = (condition: string, valueCount: number) => `
with page as (
  select e.* from outbox_events e where ${condition}
  order by e.occurred_at desc, e.id desc limit $${valueCount + 1} offset $${valueCount + 2}
)
select ${EVENT_COLUMNS} from page e order by e.occurred_at desc, e.id desc`;
