import { getQueueToken } from '@nestjs/bullmq';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Job, JobsOptions, Queue } from 'bullmq';
import { logRepeats } from '#backend/platform/telemetry/log-repeats.js';
import { type QueueName, QUEUES } from '#backend/platform/events/queue-names.js';
import type { JobExecution } from './job-ledger.js';
import type { Reaction } from '../job.js';

/** Adding to a queue hangs while Redis is away; the outbox keeps the work, so giving up early loses nothing. */
const ADD_TIMEOUT_MS = 3_000;

/** On PostgreSQL one call of `addBulk` (BullMQ 6.7.0) makes two temporary tables, which cost as much as some twenty `add`s. */
const FEWEST_IN_BULK = 20;

/** Job ids may hold neither ':' nor be whole numbers; the same id is one job for as long as the queue remembers it. */
export const jobId = ({ eventId, reaction }: Pick<JobExecution, 'eventId' | 'reaction'>) => `${eventId}.${reaction}`;

@Injectable()
export class Publisher implements OnModuleInit {
  private readonly logger = new Logger('Queue');

  constructor(private readonly modules: ModuleRef) {}

  onModuleInit(): void {
    // A lost connection is reported here and repaired by itself; without a listener it would end the process.
    const complain = logRepeats((fields) => this.logger.warn(fields, 'queue trouble'));
    for (const name of QUEUES) this.queue(name).on('error', (err) => complain(err, { queue: name }));
  }

  queue(name: QueueName): Queue {
    return this.modules.get<Queue>(getQueueToken(name), { strict: false });
  }

  /** Adds one job per delivery; a job that is already there stays as it is. */
  async publish(deliveries: { reaction: Reaction; delivery: JobExecution }[]): Promise<void> {
    const byQueue = Map.groupBy(deliveries, ({ reaction }) => reaction.queue);
    await Promise.all(
      [...byQueue].map(([queue, list]) =>
        this.ask(queue, (reached) => {
          const jobs = list.map(toJob);
          if (jobs.length >= FEWEST_IN_BULK) return reached.addBulk(jobs);
          return Promise.all(jobs.map(({ name, data, opts }) => reached.add(name, data, opts)));
        }),
      ),
    );
  }

  /** What the queue knows of a delivery that has not ended; a job that it believes to be completed is lost. */
  async stateOf(reaction: Reaction, delivery: JobExecution): Promise<'at-work' | 'failed' | 'lost'> {
    const job = await this.jobOf(reaction, delivery);
    const state = job ? await inTime(job.getState()) : 'unknown';
    if (state === 'unknown' || state === 'completed') return 'lost';
    return state === 'failed' ? 'failed' : 'at-work';
  }

  /** Brings back a delivery that is not at work. The old job goes first, as its id would keep a new one out. */
  async publishAgain(reaction: Reaction, delivery: JobExecution): Promise<void> {
    const job = await this.jobOf(reaction, delivery);
    if (job) await inTime(job.remove());
    await this.publish([{ reaction, delivery }]);
  }

  /** Ends the pause before the next try of a delivery. One that the queue works on or waits with stays as it is. */
  async hurry(reaction: Reaction, delivery: JobExecution): Promise<void> {
    const job = await this.jobOf(reaction, delivery);
    const state = job && (await inTime(job.getState()));
    if (state === 'delayed') await inTime(job!.promote());
    else if (state === 'failed') await this.publishAgain(reaction, delivery);
  }

  private jobOf(reaction: Reaction, delivery: JobExecution): Promise<Job | undefined> {
    return this.ask(reaction.queue, (reached) => reached.getJob(jobId(delivery)));
  }

  /** A queue that has not been reached since the start would keep all that is asked of it until it is: so nothing is. */
  private async ask<T>(name: QueueName, question: (queue: Queue) => Promise<T>): Promise<T> {
    const queue = this.queue(name);
    await inTime(queue.waitUntilReady());
    return inTime(question(queue));
  }
}

const toJob = ({ reaction, delivery }: { reaction: Reaction; delivery: JobExecution }) => ({
  name: reaction.name,
  data: { eventId: delivery.eventId, payload: delivery.payload, traceParent: delivery.traceParent },
  opts: optionsOf(reaction, delivery),
});

function optionsOf(reaction: Reaction, delivery: JobExecution): JobsOptions {
  return {
    jobId: jobId(delivery),
    attempts: reaction.attempts,
    backoff: { type: 'exponential', delay: reaction.backoffMs, jitter: 0.5 },
    // The ledger remembers what is done; to keep the last ones would cost a search and a DELETE at the end of each job.
    removeOnComplete: true,
    removeOnFail: { age: 7 * 86_400 },
  };
}

export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the queue did not answer in time')), ADD_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // After a timeout, a late rejection is ignored.
    work.catch(() => undefined);
  }
}
