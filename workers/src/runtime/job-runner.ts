import { MikroORM, RequestContext } from '@mikro-orm/core';
import { Injectable, Logger } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { type Job as QueuedJob, UnrecoverableError } from 'bullmq';
import pTimeout from 'p-timeout';
import { QUEUE_NEEDS } from '#backend/platform/config/needs.js';
import { withinNeeds } from '#backend/platform/config/config.js';
import { deliveryLag } from '#backend/platform/telemetry/metrics.js';
import type { QueueName } from '#backend/platform/events/queue-names.js';
import { SentMails } from '../mail/sent-mails.js';
import { reactions, schedules } from '../reactions.js';
import { JobLedger } from './job-ledger.js';
import { NonRetryableError, type Job, type JobContext } from '../job.js';
import { jobId } from './publisher.js';
import { retryRecording } from './retry-recording.js';
import { ScheduleRuns } from './schedule-runs.js';

/** Runs a queued job with its own database context and a deadline, and records success or failure in the job ledger. */
@Injectable()
export class JobRunner {
  private readonly logger = new Logger('Jobs');

  constructor(
    private readonly orm: MikroORM,
    private readonly modules: ModuleRef,
    private readonly ledger: JobLedger,
    private readonly runs: ScheduleRuns,
    private readonly sent: SentMails,
  ) {}

  async run(queued: Pick<QueuedJob, 'name' | 'data'>): Promise<void> {
    const reaction = reactions.find(({ name }) => name === queued.name);
    if (reaction) return withQueueSettings(reaction.queue, () => this.runReaction(reaction, queued.data as never));
    const schedule = schedules.find(({ name }) => name === queued.name);
    if (!schedule) return this.rejectUnknown(queued);
    await withQueueSettings(schedule.queue, () =>
      this.runJob(schedule.job, {}, { executionId: schedule.name }, schedule.deadlineMs),
    );
    await this.runs.recordSuccess(schedule.name);
  }

  /**
   * Fails an unknown job. During a rolling deployment a newer version may have published the job; a worker of that version
   * then runs a later attempt.
   */
  private async rejectUnknown({ name, data }: Pick<QueuedJob, 'name' | 'data'>): Promise<never> {
    const reason = `this version has no job named ${name}`;
    const { eventId } = data as { eventId?: string };
    if (!eventId) throw new UnrecoverableError(reason);
    await this.ledger.recordFailure(eventId, name, reason);
    throw new Error(reason);
  }

  private async runReaction(reaction: (typeof reactions)[number], data: { eventId: string; payload: object }) {
    const { eventId, payload } = data;
    const started = await this.ledger.start(eventId, reaction.name);
    if (started === null) return;
    const decoding = {
      unfinishedStarts: started.decodings,
      onStart: () => this.ledger.recordDecoding(eventId, reaction.name, started.decodings),
    };
    const startedAt = performance.now();
    try {
      const id = jobId({ eventId, reaction: reaction.name });
      await this.runJob(reaction.job, payload, { executionId: id, decoding }, reaction.deadlineMs);
      const lag = await retryRecording(() => this.ledger.finish(eventId, reaction.name));
      this.sent.remove(id);
      if (lag !== null) deliveryLag.observe({ job: reaction.name }, lag);
      this.logger.log({ job: reaction.name, ms: Math.round(performance.now() - startedAt) }, 'job done');
    } catch (error) {
      this.logger.warn({ err: error, job: reaction.name }, 'job failed');
      const reason = error instanceof Error ? error.message : String(error);
      if (error instanceof NonRetryableError) {
        await this.ledger.giveUp(eventId, reaction.name, reason);
        throw new UnrecoverableError(reason);
      }
      await this.ledger.recordFailure(eventId, reaction.name, reason);
      throw error;
    }
  }

  private async runJob(
    type: (typeof reactions)[number]['job'],
    data: object,
    jobContext: Omit<JobContext, 'signal'>,
    deadlineMs: number,
  ) {
    const job = this.modules.get<Job<object>>(type as never, { strict: false });
    const deadline = new AbortController();
    const context: JobContext = { ...jobContext, signal: deadline.signal };
    await pTimeout(
      RequestContext.create(this.orm.em, () => job.run(data, context)),
      {
        milliseconds: deadlineMs,
        fallback: () => {
          const error = new Error(`not done after ${deadlineMs} ms`);
          deadline.abort(error);
          throw error;
        },
      },
    );
  }
}

/** Runs `work` with access to the settings that jobs of the queue need. */
const withQueueSettings = <T>(queue: QueueName, work: () => T): T => withinNeeds(QUEUE_NEEDS[queue], work);
