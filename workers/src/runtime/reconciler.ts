import { context } from '@opentelemetry/api';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { republished } from '#backend/platform/telemetry/metrics.js';
import { contextFrom } from '#backend/platform/telemetry/spans.js';
import { reactions } from '../reactions.js';
import { JobLedger, type StaleJobExecution } from './job-ledger.js';
import { Loop } from './loop.js';
import { MissedJobs } from './missed-jobs.js';
import { Publisher } from './publisher.js';
import { ScheduleKeeper } from './schedule-keeper.js';

const PAUSE_MS = 5_000;
/**
 * An execution that is unchanged for this long is checked. This time exceeds the 6 s for which a worker locks a job. After a
 * queue has lost its data, all its jobs are published again within 20 seconds.
 */
const STALE_SECONDS = 10;
const BATCH = 100;
/** A job that has failed for this long becomes a dead letter. */
const RETRY_SECONDS = 24 * 3_600;
/** The pause before a failing job is published again doubles each time, up to STALE_SECONDS multiplied by this factor. */
const MAX_PAUSE_FACTOR = 32;
/**
 * Interval between the checks for jobs that an older version has missed and for schedules that no version runs. The first
 * round checks too.
 */
const VERSION_CHECK_MS = 600_000;

/**
 * Publishes a pending job execution again when the queue does not contain it, because a queue can lose its data. The
 * reconciler also retries failed jobs, and turns a job that has failed for a day into a dead letter. An execution of an
 * unknown reaction can belong to another version during a rolling deployment: the reconciler of that version handles it. If
 * the execution of an unknown reaction is still pending after a day, it becomes a dead letter.
 */
@Injectable()
export class Reconciler implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Reconciler');
  readonly loop = new Loop(() => this.reconcile(), PAUSE_MS, this.logger);
  private versionsCheckedAt = -Infinity;

  constructor(
    private readonly ledger: JobLedger,
    private readonly publisher: Publisher,
    private readonly missed: MissedJobs,
    private readonly schedules: ScheduleKeeper,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.loop.stop();
  }

  /**
   * @param staleSeconds how long an execution is unchanged before it is checked
   * @returns how many jobs were published again
   */
  async reconcile(staleSeconds = STALE_SECONDS): Promise<number> {
    const checksVersions = performance.now() - this.versionsCheckedAt > VERSION_CHECK_MS;
    if (checksVersions) await this.addMissed();
    const before = await this.ledger.secondsAgo(staleSeconds);
    let published = 0;
    for (;;) {
      this.loop.beat();
      const stale = await this.ledger.claimStale(before, BATCH);
      const outcomes = await Promise.all(
        stale.map((execution) =>
          context.with(contextFrom(execution.traceParent), () => this.reconcileOne(execution, staleSeconds)),
        ),
      );
      published += outcomes.filter((outcome) => outcome === 'published').length;
      if (stale.length < BATCH || outcomes.includes('failed')) break;
    }
    await this.schedules.publish();
    if (checksVersions) {
      await this.schedules.registerAndPurge();
      this.versionsCheckedAt = performance.now();
    }
    return published;
  }

  private async addMissed(): Promise<void> {
    const missed = await this.missed.add(reactions);
    if (missed > 0) this.logger.warn({ missed }, 'job executions added that an older version had missed');
  }

  /**
   * Handles one execution.
   * @returns whether the job was published; `failed` when an error was logged: the caller then handles no further batch
   */
  private async reconcileOne(
    execution: StaleJobExecution,
    staleSeconds: number,
  ): Promise<'published' | 'not-published' | 'failed'> {
    const { eventId } = execution;
    try {
      const reaction = reactions.find(({ name }) => name === execution.reaction);
      if (!reaction) {
        const expired = execution.ageSeconds > RETRY_SECONDS;
        return expired ? await this.giveUp(execution, 'no job of this name exists') : 'not-published';
      }
      const state = await this.publisher.getState(reaction, execution);
      if (state === 'in-queue') return 'not-published';
      // A replay sets `publishCount` to 0, so a replayed job is published at once, whatever failed before the replay.
      if (state === 'failed' && execution.publishCount > 0) {
        // The limit counts from the first failure and not from the event: after a long downtime a job is already old at its
        // first attempt.
        if ((execution.secondsFailing ?? 0) > RETRY_SECONDS)
          return await this.giveUp(execution, execution.lastError ?? 'failed');
        const pause = staleSeconds * Math.min(2 ** (execution.publishCount - 1), MAX_PAUSE_FACTOR);
        if (execution.secondsSinceStart < pause) return 'not-published';
      }
      await this.publisher.republish(reaction, execution);
      await this.ledger.recordRepublished(execution);
      republished.inc();
      return 'published';
    } catch (error) {
      this.logger.warn(
        { err: error, eventId, reaction: execution.reaction },
        'reconciling a job failed, will be retried',
      );
      return 'failed';
    }
  }

  private async giveUp(execution: StaleJobExecution, reason: string): Promise<'not-published'> {
    const { eventId, reaction } = execution;
    await this.ledger.giveUp(eventId, reaction, reason);
    this.logger.error({ eventId, reaction, reason }, 'dead letter');
    return 'not-published';
  }
}
