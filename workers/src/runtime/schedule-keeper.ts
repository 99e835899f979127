import { Injectable } from '@nestjs/common';
import { QUEUES } from '#backend/platform/events/queue-names.js';
import { retryOnDeadlock } from '#backend/platform/database/retry-on-deadlock.js';
import { schedules } from '../reactions.js';
import { withTimeout, Publisher } from './publisher.js';
import { ScheduleRuns } from './schedule-runs.js';

/** Updates the schedules in the queues and in the table `schedule_runs`. */
@Injectable()
export class ScheduleKeeper {
  constructor(
    private readonly publisher: Publisher,
    private readonly runs: ScheduleRuns,
  ) {}

  /** Publishes all schedules to their queues. A queue that has lost its data (FLUSHALL) gets the schedules again. */
  async publish(): Promise<void> {
    for (const { name, everyMs, queue } of schedules) {
      const job = { name, data: {}, opts: { removeOnComplete: true, removeOnFail: { count: 100 } } };
      const upsert = () => this.publisher.queue(queue).upsertJobScheduler(name, { every: everyMs }, job);
      // Concurrent processes can deadlock here when the queue is on PostgreSQL.
      await retryOnDeadlock(() => withTimeout(upsert()));
    }
  }

  /**
   * Adds a row to the table for each schedule of this version that has no row. Removes schedules that this version does not
   * have and that have not run for two days, both from the table and from the queues.
   */
  async registerAndPurge(): Promise<void> {
    const known = schedules.map(({ name }) => name);
    await this.runs.register(known);
    await this.runs.purge(known);
    const current = new Set([...known, ...(await this.runs.names())]);
    for (const queue of QUEUES.map((name) => this.publisher.queue(name))) {
      for (const { key } of await withTimeout(queue.getJobSchedulers()))
        if (!current.has(key)) await withTimeout(queue.removeJobScheduler(key));
    }
  }
}
