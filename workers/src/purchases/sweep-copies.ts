import { Injectable, Logger } from '@nestjs/common';
import type { Job, JobContext } from '../job.js';
import { ScheduleRuns } from '../runtime/schedule-runs.js';
import { OrphanCopies } from './orphan-copies.js';

/** A run stops after this time, before its deadline of 300 s. */
const RUN_MS = 240_000;

/** Removes copies without a row that are older than a day. A run continues where the last one stopped. */
@Injectable()
export class SweepCopiesJob implements Job<object> {
  private readonly logger = new Logger('Storage');

  constructor(
    private readonly orphans: OrphanCopies,
    private readonly runs: ScheduleRuns,
  ) {}

  /** @param runMs time limit of the run */
  async run(_: object, { executionId: job, signal }: JobContext, runMs = RUN_MS): Promise<void> {
    const end = performance.now() + runMs;
    let stopped = false;
    const reached = async (key: string) => {
      await this.runs.storePosition(job, key);
      stopped = performance.now() >= end;
      return !stopped;
    };
    const removed = await this.orphans.removeBehind(await this.runs.position(job), reached, signal);
    if (!stopped) await this.runs.storePosition(job, null);
    if (removed > 0) this.logger.warn({ removed }, 'orphan copies removed');
  }
}
