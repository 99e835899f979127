import { Injectable } from '@nestjs/common';
import { QUEUES } from '#backend/platform/events/queue-names.js';
import { retryOnDeadlock } from '#backend/platform/database/retry-on-deadlock.js';
import { schedules } from '../reactions.js';
import { inTime, Publisher } from './publisher.js';
import { ScheduleRuns } from './schedule-runs.js';

/** Keeps the schedules in the queues and in the ledger those that this version knows. */
@Injectable()
export class ScheduleKeeper {
  constructor(
    private readonly publisher: Publisher,
    private readonly runs: ScheduleRuns,
  ) {}

  /** Schedules live in the queue; after a FLUSHALL they have to be said again. */
  async say(): Promise<void> {
    for (const { name, everyMs, queue } of schedules) {
      const job = { name, data: {}, opts: { removeOnComplete: true, removeOnFail: { count: 100 } } };
      const said = () => this.publisher.queue(queue).upsertJobScheduler(name, { every: everyMs }, job);
      // Relays that say the same at the same moment may deadlock in the queue on PostgreSQL.
      await retryOnDeadlock(() => inTime(said()));
    }
  }

  /** Notes those that never ran, and ends those that no version has ended well for days: a newer one says its own again. */
  async clear(): Promise<void> {
    const known = schedules.map(({ name }) => name);
    await this.runs.expect(known);
    await this.runs.forget(known);
    const alive = new Set([...known, ...(await this.runs.names())]);
    for (const queue of QUEUES.map((name) => this.publisher.queue(name))) {
      for (const { key } of await inTime(queue.getJobSchedulers()))
        if (!alive.has(key)) await inTime(queue.removeJobScheduler(key));
    }
  }
}
