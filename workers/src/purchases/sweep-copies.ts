import { Injectable, Logger } from '@nestjs/common';
import type { Job, JobContext } from '../job.js';
import { ScheduleRuns } from '../runtime/schedule-runs.js';
import { OrphanCopies } from './orphan-copies.js';

/** One run ends itself after this, before its deadline of 300 s. */
const RUN_MS = 240_000;

/** Removes copies that no row names and that are older than a day. A run goes on where the last one ran out of time. */
@Injectable()
export class SweepCopiesJob implements Job<object> {
  private readonly logger = new Logger('Storage');

  constructor(
    private readonly orphans: OrphanCopies,
    private readonly runs: ScheduleRuns,
  ) {}

  /** @param runMs the time that a run may take */
  async run(_: object, { deliveryId: job, signal }: JobContext, runMs = RUN_MS): Promise<void> {
    const end = performance.now() + runMs;
    let stopped = false;
    const reached = async (key: string) => {
      await this.runs.keepPosition(job, key);
      stopped = performance.now() >= end;
      return !stopped;
    };
    const removed = await this.orphans.removeBehind(await this.runs.position(job), reached, signal);
    if (!stopped) await this.runs.keepPosition(job, null);
    if (removed > 0) this.logger.warn({ removed }, 'orphan copies removed');
  }
}
