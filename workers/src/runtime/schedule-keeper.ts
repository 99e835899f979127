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

  /** Publishes all schedules to their queues. A queue that has lost its data (FLUSHALL) gets them again. */
  async publish(): Promise<void> {
    for (const { name, everyMs, queue } of schedules) {
      const job = { name, data: {}, opts: { removeOnComplete: true, removeOnFail: { count: 100 } } };
      const upsert = () => this.publisher.queue(queue).upsertJobScheduler(name, { every: everyMs }, job);
      // Concurrent processes can deadlock here when the queue is on PostgreSQL.
      await retryOnDeadlock(() => withTimeout(upsert()));
    }
  }

  /** Registers schedules that have never run, and removes schedules that no version has run for two days. */
  async purgeUnknown(): Promise<void> {
    const known = schedules.map(({ name }) => name);
    await this.runs.expect(known);
    await this.runs.purge(known);
    const current = new Set([...known, ...(await this.runs.names())]);
    for (const queue of QUEUES.map((name) => this.publisher.queue(name))) {
      for (const { key } of await withTimeout(queue.getJobSchedulers()))
        if (!current.has(key)) await withTimeout(queue.removeJobScheduler(key));
    }
  }
}
