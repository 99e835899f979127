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
 * Seconds after which an unchanged execution is checked. They exceed the lock time of a job. After a queue has lost its data,
 * all jobs are published again within 20 seconds.
 */
const STALE_SECONDS = 10;
const BATCH = 100;
/** A job that has failed for this long becomes a dead letter. */
const RETRY_SECONDS = 24 * 3_600;
/** The pause between two publications of a failing job doubles each time, up to the stale time multiplied by this factor. */
const MAX_PAUSE_FACTOR = 32;
/** Interval of the checks for missed jobs and unknown schedules of other versions. The first round runs them too. */
const VERSION_CHECK_MS = 600_000;

/**
 * Publishes every open job execution again that its queue does not contain, so that a queue can lose its data. It also retries
 * failed jobs, and turns jobs that fail for too long into dead letters. During a rolling deployment it leaves reactions that it
 * does not know to the reconciler of the version that defines them.
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
   * @param staleSeconds how long an execution can be unchanged before it is checked
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
      await this.schedules.purgeUnknown();
      this.versionsCheckedAt = performance.now();
    }
    return published;
  }

  private async addMissed(): Promise<void> {
    const missed = await this.missed.add(reactions);
    if (missed > 0) this.logger.warn({ missed }, 'job executions added that an older version had missed');
  }

  /** Handles one execution. Errors are logged, so that the other executions are handled too. */
  private async reconcileOne(
    execution: StaleJobExecution,
    staleSeconds: number,
  ): Promise<'published' | 'left' | 'failed'> {
    const { eventId } = execution;
    try {
      const reaction = reactions.find(({ name }) => name === execution.reaction);
      if (!reaction) {
        const expired = execution.ageSeconds > RETRY_SECONDS;
        return expired ? await this.giveUp(execution, 'no job of this name exists') : 'left';
      }
      const state = await this.publisher.getState(reaction, execution);
      if (state === 'in-queue') return 'left';
      // `publishCount` is 0 after a replay, so that earlier attempts do not count.
      if (state === 'failed' && execution.publishCount > 0) {
        // The time counts from the first failure, because after a long downtime a job is old before its first attempt.
        if ((execution.secondsFailing ?? 0) > RETRY_SECONDS)
          return await this.giveUp(execution, execution.lastError ?? 'failed');
        const pause = staleSeconds * Math.min(2 ** (execution.publishCount - 1), MAX_PAUSE_FACTOR);
        if (execution.secondsSinceStart < pause) return 'left';
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

  private async giveUp(execution: StaleJobExecution, reason: string): Promise<'left'> {
    const { eventId, reaction } = execution;
    await this.ledger.giveUp(eventId, reaction, reason);
    this.logger.error({ eventId, reaction, reason }, 'dead letter');
    return 'left';
  }
}
