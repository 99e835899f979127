import { Injectable } from '@nestjs/common';
import { Sql } from '#backend/platform/database/sql.js';

/** When the jobs that run by the clock last ended well, for operators: one that no longer does is missed by nobody else. */
@Injectable()
export class ScheduleRuns {
  constructor(private readonly sql: Sql) {}

  async note(job: string): Promise<void> {
    await this.sql.rows(
      `insert into schedule_runs (job) values ($1) on conflict (job) do update set done_at = excluded.done_at`,
      [job],
    );
  }

  /** Where the last run of a job stopped before its work was done; null begins anew. */
  async position(job: string): Promise<string | null> {
    const row = await this.sql.row<{ position: string | null }>(`select position from schedule_runs where job = $1`, [
      job,
    ]);
    return row?.position ?? null;
  }

  async keepPosition(job: string, position: string | null): Promise<void> {
    await this.sql.rows(
      `insert into schedule_runs (job, position) values ($1, $2) on conflict (job) do update set position = excluded.position`,
      [job, position],
    );
  }

  /** One that never ends well is late from the moment on that somebody knew of it. */
  async expect(jobs: string[]): Promise<void> {
    await this.sql.rows(`insert into schedule_runs (job) select unnest($1::text[]) on conflict do nothing`, [jobs]);
  }

  /** Those of another version that nobody has run for two days; the rarest of all run daily. */
  async forget(known: string[]): Promise<void> {
    await this.sql.rows(`delete from schedule_runs where job <> all($1) and done_at < now() - interval '2 days'`, [
      known,
    ]);
  }

  async names(): Promise<string[]> {
    return (await this.sql.rows<{ job: string }>('select job from schedule_runs')).map(({ job }) => job);
  }
}
