import { Injectable } from '@nestjs/common';
import { Sql } from '#backend/platform/database/sql.js';

/**
 * Stores when each scheduled job last succeeded, so that an alert detects a job that no longer succeeds. For jobs that
 * continue where their last run stopped, this class also stores that position.
 */
@Injectable()
export class ScheduleRuns {
  constructor(private readonly sql: Sql) {}

  async recordSuccess(job: string): Promise<void> {
    await this.sql.rows(
      `insert into schedule_runs (job) values ($1) on conflict (job) do update set done_at = excluded.done_at`,
      [job],
    );
  }

  /** @returns the position at which the last run of a job stopped; null to start from the beginning */
  async position(job: string): Promise<string | null> {
    const row = await this.sql.row<{ position: string | null }>(`select position from schedule_runs where job = $1`, [
      job,
    ]);
    return row?.position ?? null;
  }

  async storePosition(job: string, position: string | null): Promise<void> {
    await this.sql.rows(
      `insert into schedule_runs (job, position) values ($1, $2) on conflict (job) do update set position = excluded.position`,
      [job, position],
    );
  }

  /** Inserts a row for each job that has none, so that the alert also detects a job that has never succeeded. */
  async register(jobs: string[]): Promise<void> {
    await this.sql.rows(`insert into schedule_runs (job) select unnest($1::text[]) on conflict do nothing`, [jobs]);
  }

  /**
   * Removes the jobs that this version does not have and that have not succeeded for two days. Every scheduled job runs at
   * least once a day, so a job that another running version has is not removed.
   */
  async purge(known: string[]): Promise<void> {
    await this.sql.rows(`delete from schedule_runs where job <> all($1) and done_at < now() - interval '2 days'`, [
      known,
    ]);
  }

  async names(): Promise<string[]> {
    return (await this.sql.rows<{ job: string }>('select job from schedule_runs')).map(({ job }) => job);
  }
}
