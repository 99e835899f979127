import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger, type Type } from '@nestjs/common';
import type { Job as QueuedJob } from 'bullmq';
import type { Config } from '#backend/platform/config/config.js';
import { logRepeats } from '#backend/platform/telemetry/log-repeats.js';
import { jobsStalled } from '#backend/platform/telemetry/metrics.js';
import type { QueueName } from '#backend/platform/events/queue-names.js';
import { workerConnection } from '#backend/platform/events/queues.js';
import { Readiness } from '#backend/platform/process/readiness.js';
import { CONCURRENCY } from '../concurrency.js';
import { closeWorker } from './close-worker.js';
import { JobRunner } from './job-runner.js';
import { inJobSpan } from './job-span.js';
import { initJobMetrics, measuredJob } from './measured-job.js';

/**
 * With these options the job of a killed worker restarts within 15 s. After more than ten kills the queue gives the job up,
 * and the reconciler publishes the job again. With BullMQ's defaults the job restarts after 60 s and is lost after the
 * second kill, as measured.
 * - The 15 s are the worst case: 6 s until the lock expires, up to 3 s until a check marks jobs without a lock, 3 s until
 *   the next check restarts these jobs, and 3 s for a check that is skipped when two workers check at nearly the same time.
 * - A lock is renewed every 2 s, so the event loop must block for 4 s before a running job counts as stalled.
 * - After a lost connection a worker polls again within a second. By default a worker sleeps 15 s, even during shutdown.
 */
const WORKER_OPTIONS = {
  lockDuration: 6_000,
  lockRenewTime: 2_000,
  stalledInterval: 3_000,
  maxStalledCount: 10,
  runRetryDelay: 1_000,
};

/** @returns the BullMQ worker of a queue, which runs the reactions and schedules of reactions.ts */
export function queueProcessor(queue: QueueName, config: Pick<Config, 'redisUrl'>): Type<WorkerHost> {
  @Processor({ name: queue }, { ...WORKER_OPTIONS, ...workerConnection(config), concurrency: CONCURRENCY[queue] })
  class QueueProcessor extends WorkerHost {
    constructor(
      private readonly runner: JobRunner,
      private readonly readiness: Readiness,
    ) {
      super();
    }

    onModuleInit(): void {
      initJobMetrics(queue);
      setImmediate(() => this.watchWorker());
    }

    private watchWorker(): void {
      // BullMQ reconnects by itself; without a listener the `error` event would end the process.
      const logError = logRepeats((fields) => new Logger('Queue').warn(fields, 'queue trouble'));
      this.worker.on('error', (err) => logError(err, { queue }));
      this.worker.on('stalled', () => jobsStalled.inc({ queue }));
      // A stopped worker does not start again by itself, so the process must be restarted.
      this.readiness.requireToLive(() => (this.worker.isRunning() ? null : `the worker of ${queue} has stopped`));
    }

    /** Waits for the running jobs in this phase of the shutdown, because their connections close in the next phase. */
    async beforeApplicationShutdown(): Promise<void> {
      await closeWorker(this.worker);
    }

    process(job: QueuedJob): Promise<void> {
      return inJobSpan(job, () => measuredJob(queue, job.name, () => this.runner.run(job)));
    }
  }
  return QueueProcessor;
}
