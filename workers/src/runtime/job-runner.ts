import { MikroORM, RequestContext } from '@mikro-orm/core';
import { Injectable, Logger } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { type Job as QueuedJob, UnrecoverableError } from 'bullmq';
import { QUEUE_NEEDS } from '#backend/platform/config/needs.js';
import { withinNeeds } from '#backend/platform/config/config.js';
import { deliveryLag } from '#backend/platform/telemetry/metrics.js';
import type { QueueName } from '#backend/platform/events/queue-names.js';
import { SentMails } from '../mail/sent-mails.js';
import { reactions, schedules } from '../reactions.js';
import { JobLedger } from './job-ledger.js';
import { NonRetryableError, type Job, type JobContext } from '../job.js';
import { jobId } from './publisher.js';
import { recordAgain } from './record-again.js';
import { ScheduleRuns } from './schedule-runs.js';

/** Runs one queued job: at most one effect per delivery, an own database context, a deadline, and no silent failure. */
@Injectable()
export class JobRunner {
  private readonly logger = new Logger('Jobs');

  constructor(
    private readonly orm: MikroORM,
    private readonly modules: ModuleRef,
    private readonly deliveries: JobLedger,
    private readonly runs: ScheduleRuns,
    private readonly sent: SentMails,
  ) {}

  async run(queued: Pick<QueuedJob, 'name' | 'data'>): Promise<void> {
    const reaction = reactions.find(({ name }) => name === queued.name);
    if (reaction) return within(reaction.queue, () => this.deliver(reaction, queued.data as never));
    const schedule = schedules.find(({ name }) => name === queued.name);
    if (!schedule) return this.leave(queued);
    await within(schedule.queue, () =>
      this.work(schedule.job, {}, { executionId: schedule.name }, schedule.deadlineMs),
    );
    await this.runs.note(schedule.name);
  }

  /** While versions change, a newer process has asked for it: one of its kind shall get the next try. */
  private async leave({ name, data }: Pick<QueuedJob, 'name' | 'data'>): Promise<never> {
    const reason = `this version has no job of the name ${name}`;
    const { eventId } = data as { eventId?: string };
    if (!eventId) throw new UnrecoverableError(reason);
    await this.deliveries.noteFailure(eventId, name, reason);
    throw new Error(reason);
  }

  private async deliver(reaction: (typeof reactions)[number], data: { eventId: string; payload: object }) {
    const { eventId, payload } = data;
    const begun = await this.deliveries.start(eventId, reaction.name);
    if (begun === null) return;
    const decoding = {
      ends: begun.decodings,
      begins: () => this.deliveries.decoding(eventId, reaction.name, begun.decodings),
    };
    const started = performance.now();
    try {
      const id = jobId({ eventId, reaction: reaction.name });
      await this.work(reaction.job, payload, { executionId: id, decoding }, reaction.deadlineMs);
      const lag = await recordAgain(() => this.deliveries.finish(eventId, reaction.name));
      this.sent.recorded(id);
      if (lag !== null) deliveryLag.observe({ job: reaction.name }, lag);
      this.logger.log({ job: reaction.name, ms: Math.round(performance.now() - started) }, 'job done');
    } catch (error) {
      this.logger.warn({ err: error, job: reaction.name }, 'job failed');
      const reason = error instanceof Error ? error.message : String(error);
      if (error instanceof NonRetryableError) {
        await this.deliveries.giveUp(eventId, reaction.name, reason);
        throw new UnrecoverableError(reason);
      }
      await this.deliveries.noteFailure(eventId, reaction.name, reason);
      throw error;
    }
  }

  private async work(
    type: (typeof reactions)[number]['job'],
    data: object,
    known: Omit<JobContext, 'signal'>,
    deadlineMs: number,
  ) {
    const job = this.modules.get<Job<object>>(type as never, { strict: false });
    const deadline = new AbortController();
    const context: JobContext = { ...known, signal: deadline.signal };
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const error = new Error(`not done after ${deadlineMs} ms`);
        reject(error);
        deadline.abort(error);
      }, deadlineMs);
    });
    try {
      await Promise.race([RequestContext.create(this.orm.em, () => job.run(data, context)), late]);
    } finally {
      // The timer references everything that the job has loaded.
      clearTimeout(timer);
    }
  }
}

/** Runs `work` with the settings that jobs of the queue may read. */
const within = <T>(queue: QueueName, work: () => T): T => withinNeeds(QUEUE_NEEDS[queue], work);
