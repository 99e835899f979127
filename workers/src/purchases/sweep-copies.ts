import { Injectable, Logger } from '@nestjs/common';
import type { Job, JobContext } from '../job.js';
import { ScheduleRuns } from '../runtime/schedule-runs.js';
import { OrphanCopies } from './orphan-copies.js';

/** A run stops after this time, which is shorter than the job's deadline of 300 s. */
const RUN_MS = 240_000;

/** Removes orphan copies older than a day. Each run continues after the last key that the run before it has checked. */
@Injectable()
export class SweepCopiesJob implements Job<object> {
  private readonly logger = new Logger('Storage');

  constructor(
    private readonly orphans: OrphanCopies,
    private readonly runs: ScheduleRuns,
  ) {}

  /** Here `executionId` is the name of the job's schedule. @param runMs the time limit of the run */
  async run(_: object, { executionId: job, signal }: JobContext, runMs = RUN_MS): Promise<void> {
    const endsAt = performance.now() + runMs;
    let isTimeOver = false;
    const onPage = async (key: string) => {
      await this.runs.storePosition(job, key);
      isTimeOver = performance.now() >= endsAt;
      return !isTimeOver;
    };
    const removed = await this.orphans.removeFrom(await this.runs.position(job), onPage, signal);
    if (!isTimeOver) await this.runs.storePosition(job, null);
    if (removed > 0) this.logger.warn({ removed }, 'orphan copies removed');
  }
}
