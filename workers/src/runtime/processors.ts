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
 * Measured: with the defaults of BullMQ the job of a killed worker restarts after 60 s and is lost after the second kill,
 * regardless of its attempts. With these settings it restarts within 15 s and survives ten kills; after that the reconciler
 * publishes it again. The 15 s: the lock expires 6 s after its last renewal, one check marks jobs without a lock, the next
 * one, 3 s later, restarts them, and one check may be skipped when two workers check at nearly the same time (Redis keeps a
 * mark for one interval). A lock is renewed every 2 s, so the event loop must block for 4 s before a running job counts as
 * stalled. After a lost connection a worker polls again within a second; by default it sleeps 15 s, even during shutdown.
 */
const SURVIVAL = {
  lockDuration: 6_000,
  lockRenewTime: 2_000,
  stalledInterval: 3_000,
  maxStalledCount: 10,
  runRetryDelay: 1_000,
};

/** The BullMQ worker of one queue. It runs the reactions and schedules of reactions.ts. */
export function queueProcessor(queue: QueueName, config: Pick<Config, 'redisUrl'>): Type<WorkerHost> {
  @Processor({ name: queue }, { ...SURVIVAL, ...workerConnection(config), concurrency: CONCURRENCY[queue] })
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
      // A stopped worker does not restart.
      this.readiness.requireToLive(() => (this.worker.isRunning() ? null : `the worker of ${queue} has stopped`));
    }

    /** Runs before connections close in the next phase: running jobs still need them. */
    async beforeApplicationShutdown(): Promise<void> {
      await closeWorker(this.worker);
    }

    process(job: QueuedJob): Promise<void> {
      return inJobSpan(job, () => measuredJob(queue, job.name, () => this.runner.run(job)));
    }
  }
  return QueueProcessor;
}
