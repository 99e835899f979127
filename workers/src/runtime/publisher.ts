import { getQueueToken } from '@nestjs/bullmq';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Job, JobsOptions, Queue } from 'bullmq';
import pTimeout from 'p-timeout';
import { logRepeats } from '#backend/platform/telemetry/log-repeats.js';
import { type QueueName, QUEUES } from '#backend/platform/events/queue-names.js';
import type { JobExecution } from './job-ledger.js';
import type { Reaction } from '../job.js';

/**
 * Timeout of a request to a queue. Without the timeout the request would hang while Redis is down. A timeout loses no job,
 * because the reconciler publishes every pending job again that the queue does not contain.
 */
const TIMEOUT_MS = 3_000;

/**
 * From this number of jobs on, `addBulk` is faster than one `add` call per job: on PostgreSQL (BullMQ 6.7.0) `addBulk`
 * creates two temporary tables, which cost about as much as twenty `add` calls.
 */
const MIN_BULK_SIZE = 20;

/**
 * @returns the id of a job in its queue. The queue ignores a job whose id it already contains. BullMQ refuses ids that
 * contain `:` or are integers.
 */
export const jobId = ({ eventId, reaction }: Pick<JobExecution, 'eventId' | 'reaction'>) => `${eventId}.${reaction}`;

@Injectable()
export class Publisher implements OnModuleInit {
  private readonly logger = new Logger('Queue');

  constructor(private readonly modules: ModuleRef) {}

  onModuleInit(): void {
    // BullMQ reconnects by itself; without a listener the `error` event would end the process.
    const logError = logRepeats((fields) => this.logger.warn(fields, 'queue trouble'));
    for (const name of QUEUES) this.queue(name).on('error', (err) => logError(err, { queue: name }));
  }

  queue(name: QueueName): Queue {
    return this.modules.get<Queue>(getQueueToken(name), { strict: false });
  }

  /** Adds one job per execution. Jobs that the queue already contains stay unchanged. */
  async publish(executions: { reaction: Reaction; execution: JobExecution }[]): Promise<void> {
    const byQueue = Map.groupBy(executions, ({ reaction }) => reaction.queue);
    await Promise.all(
      [...byQueue].map(([queue, queueExecutions]) =>
        this.request(queue, (connectedQueue) => {
          const jobs = queueExecutions.map(toJob);
          if (jobs.length >= MIN_BULK_SIZE) return connectedQueue.addBulk(jobs);
          return Promise.all(jobs.map(({ name, data, opts }) => connectedQueue.add(name, data, opts)));
        }),
      ),
    );
  }

  /**
   * @returns the state of a pending job execution in its queue: `in-queue` when the job waits or runs, `failed` after the
   * last attempt, `lost` when the queue does not contain the job. A job that the queue has completed counts as lost too: the
   * job is still pending in the job ledger, so its success was not recorded and the job must run again.
   */
  async getState(reaction: Reaction, execution: JobExecution): Promise<'in-queue' | 'failed' | 'lost'> {
    const job = await this.findJob(reaction, execution);
    const state = job ? await withTimeout(job.getState()) : 'unknown';
    if (state === 'unknown' || state === 'completed') return 'lost';
    return state === 'failed' ? 'failed' : 'in-queue';
  }

  /**
   * Publishes the job of an execution again. Removes the old job first, because the queue ignores a job with the same id.
   */
  async republish(reaction: Reaction, execution: JobExecution): Promise<void> {
    const job = await this.findJob(reaction, execution);
    if (job) await withTimeout(job.remove());
    await this.publish([{ reaction, execution }]);
  }

  /** Retries a delayed or failed job immediately. Has no effect on a job that is running or waiting. */
  async retryNow(reaction: Reaction, execution: JobExecution): Promise<void> {
    const job = await this.findJob(reaction, execution);
    const state = job && (await withTimeout(job.getState()));
    if (state === 'delayed') await withTimeout(job!.promote());
    else if (state === 'failed') await this.republish(reaction, execution);
  }

  private findJob(reaction: Reaction, execution: JobExecution): Promise<Job | undefined> {
    return this.request(reaction.queue, (connectedQueue) => connectedQueue.getJob(jobId(execution)));
  }

  /**
   * Sends a request to a queue after the queue has connected for the first time. Until then BullMQ buffers requests, so
   * BullMQ would still send a request that has timed out.
   */
  private async request<T>(name: QueueName, send: (queue: Queue) => Promise<T>): Promise<T> {
    const queue = this.queue(name);
    await withTimeout(queue.waitUntilReady());
    return withTimeout(send(queue));
  }
}

const toJob = ({ reaction, execution }: { reaction: Reaction; execution: JobExecution }) => ({
  name: reaction.name,
  data: { eventId: execution.eventId, payload: execution.payload, traceParent: execution.traceParent },
  opts: toJobOptions(reaction, execution),
});

function toJobOptions(reaction: Reaction, execution: JobExecution): JobsOptions {
  return {
    jobId: jobId(execution),
    attempts: reaction.attempts,
    backoff: { type: 'exponential', delay: reaction.backoffMs, jitter: 0.5 },
    // The job ledger records completed jobs, so the queue removes them. If the queue kept the latest completed jobs, the
    // queue would have to find and delete an older one at the end of each job.
    removeOnComplete: true,
    removeOnFail: { age: 7 * 86_400 },
  };
}

export const withTimeout = <T>(work: Promise<T>): Promise<T> =>
  pTimeout(work, { milliseconds: TIMEOUT_MS, message: 'the queue did not respond in time' });
