import { Injectable } from '@nestjs/common';
import { maskPersonalData } from '#backend/platform/telemetry/logging.js';
import { Sql } from '#backend/platform/database/sql.js';

export interface JobExecution {
  eventId: string;
  reaction: string;
  payload: Record<string, unknown>;
  /** W3C traceparent of the event; null when it was recorded without a trace. */
  traceParent: string | null;
}

/** An open job execution. All times are seconds by the clock of the database. */
export interface StaleJobExecution extends JobExecution, Record<string, unknown> {
  /** How often the job was published to a queue; 0 after a replay. */
  publishCount: number;
  /** Since the event, or since the last replay. */
  ageSeconds: number;
  /** Since the first failure; null when there was none. */
  secondsFailing: number | null;
  secondsSinceStart: number;
  lastError: string | null;
}

export interface StartedExecution {
  /** Number of starts without a reported end, including this one. */
  starts: number;
  /** How often a worker has started to decode the file of this job and died before it finished. */
  decodings: number;
}

/**
 * A job becomes a dead letter after this many starts without an end, because a job that kills its process reports no
 * failure.
 */
const MAX_STARTS = 20;

/** The job ledger records which jobs are open for which event. The queue only mirrors it and can lose its data. */
@Injectable()
export class JobLedger {
  constructor(private readonly sql: Sql) {}

  /** Records a start, before the job runs. @returns null when the job is done or a dead letter */
  async start(eventId: string, reaction: string): Promise<StartedExecution | null> {
    const row = await this.sql.row<StartedExecution>(
      `update deliveries set started_count = started_count + 1, started_at = now()
       where event_id = $1 and reaction = $2 and done_at is null and dead_at is null
       returning started_count as starts, decodings`,
      [eventId, reaction],
    );
    if (!row) return null;
    if (row.starts <= MAX_STARTS) return row;
    await this.giveUp(eventId, reaction, `started ${row.starts} times and never ended`);
    return null;
  }

  /** Records that decoding starts. @param earlierStarts number of earlier starts without a reported end */
  async recordDecoding(eventId: string, reaction: string, earlierStarts: number): Promise<void> {
    await this.sql.rows(`update deliveries set decodings = $3 where event_id = $1 and reaction = $2`, [
      eventId,
      reaction,
      earlierStarts + 1,
    ]);
  }

  /** @returns the seconds since the event was recorded, or null when the job was already done */
  async finish(eventId: string, reaction: string): Promise<number | null> {
    const row = await this.sql.row<{ seconds: number }>(
      `update deliveries d set done_at = now(), last_error = null from outbox_events e
       where e.id = d.event_id and d.event_id = $1 and d.reaction = $2 and d.done_at is null
       returning greatest(extract(epoch from now() - e.occurred_at), 0)::float8 as seconds`,
      [eventId, reaction],
    );
    return row?.seconds ?? null;
  }

  /** Records a failed attempt, and resets the number of starts without an end. */
  async recordFailure(eventId: string, reaction: string, error: string): Promise<void> {
    await this.sql.rows(
      `update deliveries set last_error = $3, started_count = 0, decodings = 0, first_failed_at = coalesce(first_failed_at, now())
       where event_id = $1 and reaction = $2`,
      [eventId, reaction, maskPersonalData(error).slice(0, 500)],
    );
  }

  /**
   * Lists open executions of a queue with a failed attempt, except those whose last error is `except`.
   * @param first reaction whose executions come first
   */
  listFailing(queue: string, first: string, except: string, limit: number): Promise<JobExecution[]> {
    return this.sql.rows<JobExecution>(
      `select d.event_id as "eventId", d.reaction, e.payload, e.trace_parent as "traceParent"
       from deliveries d join outbox_events e on e.id = d.event_id
       where d.queue = $1 and d.done_at is null and d.dead_at is null and d.first_failed_at is not null
         and d.last_error is distinct from $3
       order by d.reaction <> $2, d.first_failed_at limit $4`,
      [queue, first, except, limit],
    );
  }

  /** Lists open executions of a reaction with a failed attempt, for events of this purchase. */
  listFailingForPurchase(reaction: string, purchaseId: string): Promise<JobExecution[]> {
    return this.sql.rows<JobExecution>(
      `select d.event_id as "eventId", d.reaction, e.payload, e.trace_parent as "traceParent"
       from deliveries d join outbox_events e on e.id = d.event_id
       where d.reaction = $1 and d.done_at is null and d.dead_at is null and d.first_failed_at is not null
         and e.payload @> jsonb_build_object('purchaseId', $2::text)`,
      [reaction, purchaseId],
    );
  }

  /** Turns an execution into a dead letter, which an operator can replay or discard. */
  async giveUp(eventId: string, reaction: string, reason: string): Promise<void> {
    await this.sql.rows(
      `update deliveries set dead_at = now(), last_error = $3
       where event_id = $1 and reaction = $2 and done_at is null`,
      [eventId, reaction, maskPersonalData(reason).slice(0, 500)],
    );
  }

  /**
   * Claims open job executions that no worker has started and no process has published since `before`. A claimed execution
   * moves to the end of the order, so that the next call gets others. Concurrent reconcilers claim different executions.
   */
  claimStale(before: Date, limit: number): Promise<StaleJobExecution[]> {
    return this.sql.rows<StaleJobExecution>(CLAIM_STALE, [before, limit]);
  }

  async recordRepublished({ eventId, reaction }: JobExecution): Promise<void> {
    await this.sql.rows(
      `update deliveries set published_at = now(), publish_count = publish_count + 1
       where event_id = $1 and reaction = $2`,
      [eventId, reaction],
    );
  }

  /** @returns the current time minus `seconds`, by the clock of the database */
  async secondsAgo(seconds: number): Promise<Date> {
    return (await this.sql.row<{ at: Date }>(`select now() - make_interval(secs => $1) as at`, [seconds]))!.at;
  }
}

const CLAIM_STALE = `
with stale as materialized (
  select event_id, reaction from deliveries
  where done_at is null and dead_at is null and greatest(published_at, started_at) < $1
  order by published_at limit $2 for update skip locked
)
update deliveries d set published_at = now()
from stale s join outbox_events e on e.id = s.event_id
where d.event_id = s.event_id and d.reaction = s.reaction
returning d.event_id as "eventId", d.reaction, e.payload, e.trace_parent as "traceParent",
  d.publish_count as "publishCount", d.last_error as "lastError",
  extract(epoch from now() - greatest(e.occurred_at, d.replayed_at))::float8 as "ageSeconds",
  extract(epoch from now() - d.first_failed_at)::float8 as "secondsFailing",
  extract(epoch from now() - coalesce(d.started_at, e.occurred_at))::float8 as "secondsSinceStart"`;
