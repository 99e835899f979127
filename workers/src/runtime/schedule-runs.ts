import { Injectable } from '@nestjs/common';
import { Sql } from '#backend/platform/sql.js';

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
}
