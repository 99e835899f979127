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

/** A pending job execution that has been unchanged for a while. The database's clock measures all times. */
export interface StaleJobExecution extends JobExecution, Record<string, unknown> {
  /** How many times the job was published to a queue since the last replay. */
  publishCount: number;
  /** Time since the event was recorded, or since the last replay. */
  ageSeconds: number;
  /** Time since the first failed attempt; null when no attempt has failed. */
  secondsFailing: number | null;
  /** Time since the last start of the job; time since the event when the job has never started. */
  secondsSinceStart: number;
  lastError: string | null;
}

interface StartedExecution {
  /** How many times the job has started since its last recorded failure, including this start. */
  starts: number;
  /** How many times a worker has died while it decoded the file of this job. */
  decodings: number;
}

/**
 * A job that kills its process records no failure, so it would be started forever without this limit. After this many starts
 * without a recorded failure or success, the next start makes the job a dead letter.
 */
const MAX_STARTS = 20;

/**
 * The job ledger records which jobs of each event are pending, done or dead letters. When a queue has lost its data, the
 * reconciler publishes the pending jobs again.
 */
@Injectable()
export class JobLedger {
  constructor(private readonly sql: Sql) {}

  /** Records a start before the job runs. @returns null when the job must not run: it is done or a dead letter */
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

  /**
   * Records that a worker starts to decode the file of the job.
   * @param earlierStarts how many times a worker has died while it decoded this file
   */
  async recordDecoding(eventId: string, reaction: string, earlierStarts: number): Promise<void> {
    await this.sql.rows(`update deliveries set decodings = $3 where event_id = $1 and reaction = $2`, [
      eventId,
      reaction,
      earlierStarts + 1,
    ]);
  }

  /** Records that the job is done. @returns the seconds since the event was recorded; null when the job was done before */
  async finish(eventId: string, reaction: string): Promise<number | null> {
    const row = await this.sql.row<{ seconds: number }>(
      `update deliveries d set done_at = now(), last_error = null from outbox_events e
       where e.id = d.event_id and d.event_id = $1 and d.reaction = $2 and d.done_at is null
       returning greatest(extract(epoch from now() - e.occurred_at), 0)::float8 as seconds`,
      [eventId, reaction],
    );
    return row?.seconds ?? null;
  }

  /** Records a failed attempt, and sets the counts of starts and of started decodings to 0. */
  async recordFailure(eventId: string, reaction: string, error: string): Promise<void> {
    await this.sql.rows(
      `update deliveries set last_error = $3, started_count = 0, decodings = 0, first_failed_at = coalesce(first_failed_at, now())
       where event_id = $1 and reaction = $2`,
      [eventId, reaction, maskPersonalData(error).slice(0, 500)],
    );
  }

  /**
   * Lists the pending job executions of a queue that have failed at least once, except those whose last error is `except`.
   * @param first the reaction whose executions come first
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

  /** Lists the pending job executions of a reaction that have failed at least once, for events of this purchase. */
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
   * Claims pending job executions that no worker has started and no process has published since `before`, in the order of
   * their last publication. A claim sets the time of publication to now, so that the next call gets other executions.
   * Concurrent reconcilers claim different executions.
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
