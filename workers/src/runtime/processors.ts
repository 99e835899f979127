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
import { announceJobs, measuredJob } from './measured-job.js';

/**
 * Measured: with BullMQ's defaults a killed worker's job starts again after 60 s and is lost after the second kill,
 * whatever its attempts say. With these it is back within 15 s and survives ten kills; the ledger stands behind it. Of the 15:
 * the lock ends 6 s after its last renewal, a check marks what has no lock and the next one takes it back, 3 s later, and of two
 * workers that check at nearly the same moment one check may fall out (Redis keeps a mark for as long as the interval). A lock
 * is renewed each 2 s, so an event loop has to stand still for 4 s before a live job is taken for a dead one.
 * After a lost connection a worker asks again within a second; by default it sleeps 15 s, even when told to close.
 */
const SURVIVAL = {
  lockDuration: 6_000,
  lockRenewTime: 2_000,
  stalledInterval: 3_000,
  maxStalledCount: 10,
  runRetryDelay: 1_000,
};

/** The BullMQ worker of one queue; what it runs is decided by the reactions table. */
export function processorOf(queue: QueueName, config: Pick<Config, 'redisUrl'>): Type<WorkerHost> {
  @Processor({ name: queue }, { ...SURVIVAL, ...workerConnection(config), concurrency: CONCURRENCY[queue] })
  class QueueProcessor extends WorkerHost {
    constructor(
      private readonly runner: JobRunner,
      private readonly readiness: Readiness,
    ) {
      super();
    }

    onModuleInit(): void {
      announceJobs(queue);
      setImmediate(() => this.attend());
    }

    private attend(): void {
      // A lost connection is reported here and repaired by itself; without a listener it would end the process.
      const complain = logRepeats((fields) => new Logger('Queue').warn(fields, 'queue trouble'));
      this.worker.on('error', (err) => complain(err, { queue }));
      this.worker.on('stalled', () => jobsStalled.inc({ queue }));
      // Nothing makes it run again.
      this.readiness.requireToLive(() => (this.worker.isRunning() ? null : `the worker of ${queue} has stopped`));
    }

    /** Before anything that a running job still needs is closed: connections end one phase later. */
    async beforeApplicationShutdown(): Promise<void> {
      await closeWorker(this.worker);
    }

    process(job: QueuedJob): Promise<void> {
      return inJobSpan(job, () => measuredJob(queue, job.name, () => this.runner.run(job)));
    }
  }
  return QueueProcessor;
}
