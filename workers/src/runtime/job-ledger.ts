import { Injectable } from '@nestjs/common';
import { maskPersonalData } from '#backend/platform/telemetry/logging.js';
import { Sql } from '#backend/platform/database/sql.js';

export interface JobExecution {
  eventId: string;
  reaction: string;
  payload: Record<string, unknown>;
  /** The trace that the job goes on with; null for a fact that left none. */
  traceParent: string | null;
}

/** A delivery that has not ended; times in seconds by the database's clock, ages since it was last replayed. */
export interface StaleJobExecution extends JobExecution, Record<string, unknown> {
  /** How often a queue has been given this work; 0 after a person has replayed it. */
  publishCount: number;
  ageSeconds: number;
  /** Since its first failure; null when none has been reported. */
  secondsFailing: number | null;
  secondsSinceStart: number;
  lastError: string | null;
}

export interface StartedDelivery {
  /** How many starts had no end, this one included. */
  starts: number;
  /** How often its file began to be decoded by a worker that then ended without a report. */
  decodings: number;
}

/** A job that kills its process never reports a failure; this many starts without an end put it aside. */
const MAX_STARTS = 20;

/** The effect ledger: who still owes what to which event. The queue is only its fast copy and may be lost. */
@Injectable()
export class JobLedger {
  constructor(private readonly sql: Sql) {}

  /** Counts a start before the work. @returns null when the work is already done or was given up */
  async start(eventId: string, reaction: string): Promise<StartedDelivery | null> {
    const row = await this.sql.row<StartedDelivery>(
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

  /** Counts that the file of a delivery begins to be decoded: `before` times it had begun and not ended. */
  async decoding(eventId: string, reaction: string, before: number): Promise<void> {
    await this.sql.rows(`update deliveries set decodings = $3 where event_id = $1 and reaction = $2`, [
      eventId,
      reaction,
      before + 1,
    ]);
  }

  /** @returns the seconds since the fact was recorded, or null when the work was done before */
  async finish(eventId: string, reaction: string): Promise<number | null> {
    const row = await this.sql.row<{ seconds: number }>(
      `update deliveries d set done_at = now(), last_error = null from outbox_events e
       where e.id = d.event_id and d.event_id = $1 and d.reaction = $2 and d.done_at is null
       returning greatest(extract(epoch from now() - e.occurred_at), 0)::float8 as seconds`,
      [eventId, reaction],
    );
    return row?.seconds ?? null;
  }

  /** A failure that was reported is an end: only starts without one are counted against the job. */
  async noteFailure(eventId: string, reaction: string, error: string): Promise<void> {
    await this.sql.rows(
      `update deliveries set last_error = $3, started_count = 0, decodings = 0, first_failed_at = coalesce(first_failed_at, now())
       where event_id = $1 and reaction = $2`,
      [eventId, reaction, maskPersonalData(error).slice(0, 500)],
    );
  }

  /**
   * Deliveries of a queue that have failed and are not done, but for those whose last error is `except`; `first` names the
   * reaction that comes before others.
   */
  failing(queue: string, first: string, except: string, limit: number): Promise<JobExecution[]> {
    return this.sql.rows<JobExecution>(
      `select d.event_id as "eventId", d.reaction, e.payload, e.trace_parent as "traceParent"
       from deliveries d join outbox_events e on e.id = d.event_id
       where d.queue = $1 and d.done_at is null and d.dead_at is null and d.first_failed_at is not null
         and d.last_error is distinct from $3
       order by d.reaction <> $2, d.first_failed_at limit $4`,
      [queue, first, except, limit],
    );
  }

  /** The deliveries of a reaction to facts about this purchase that have failed and are not done. */
  failingOf(reaction: string, purchaseId: string): Promise<JobExecution[]> {
    return this.sql.rows<JobExecution>(
      `select d.event_id as "eventId", d.reaction, e.payload, e.trace_parent as "traceParent"
       from deliveries d join outbox_events e on e.id = d.event_id
       where d.reaction = $1 and d.done_at is null and d.dead_at is null and d.first_failed_at is not null
         and e.payload @> jsonb_build_object('purchaseId', $2::text)`,
      [reaction, purchaseId],
    );
  }

  /** To the dead letters, with the reason; a person decides. */
  async giveUp(eventId: string, reaction: string, reason: string): Promise<void> {
    await this.sql.rows(
      `update deliveries set dead_at = now(), last_error = $3
       where event_id = $1 and reaction = $2 and done_at is null`,
      [eventId, reaction, maskPersonalData(reason).slice(0, 500)],
    );
  }

  /**
   * Claims open job executions that no worker has touched since `before`. Taking one moves it to the end of
   * the line, so that many which only wait do not hide one that was lost, and two reconcilers take different ones.
   */
  takeStale(before: Date, limit: number): Promise<StaleJobExecution[]> {
    return this.sql.rows<StaleJobExecution>(TAKE_STALE, [before, limit]);
  }

  async republished({ eventId, reaction }: JobExecution): Promise<void> {
    await this.sql.rows(
      `update deliveries set published_at = now(), publish_count = publish_count + 1
       where event_id = $1 and reaction = $2`,
      [eventId, reaction],
    );
  }

  /** The moment that lies so many seconds before now, by the database's clock, which all processes share. */
  async secondsAgo(seconds: number): Promise<Date> {
    return (await this.sql.row<{ at: Date }>(`select now() - make_interval(secs => $1) as at`, [seconds]))!.at;
  }
}

const TAKE_STALE = `
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
