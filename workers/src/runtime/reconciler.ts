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
/** More than the lock time of a job. What a queue that has lost everything owed is then done again within 20 seconds. */
export const STALE_SECONDS = 10;
const BATCH = 100;
/** Work that failed again and again for so long is put aside for a person. */
const PATIENCE_SECONDS = 24 * 3_600;
/** Between two rounds of tries of work that keeps failing the pause doubles, up to the stale time times this. */
const LONGEST_PAUSE = 32;
/** How often is looked for what other versions have left undone or left behind; the first time at once. */
const LOOK_BACK_MS = 600_000;

/**
 * Makes the queue expendable: every open job execution of the ledger that is missing from the queue is published
 * again, failed jobs are started again, and what fails for too long goes to the dead letters. While versions change, a
 * reaction that this one does not know is left to the reconciler of the one that does.
 */
@Injectable()
export class Reconciler implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Reconciler');
  readonly loop = new Loop(() => this.reconcile(), PAUSE_MS, this.logger);
  private lookedBackAt = -Infinity;

  constructor(
    private readonly deliveries: JobLedger,
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

  /** @param staleSeconds how long a delivery may stand still; @returns how many were published again */
  async reconcile(staleSeconds = STALE_SECONDS): Promise<number> {
    const looksBack = performance.now() - this.lookedBackAt > LOOK_BACK_MS;
    if (looksBack) await this.addMissed();
    const before = await this.deliveries.secondsAgo(staleSeconds);
    let published = 0;
    for (;;) {
      this.loop.beat();
      const stale = await this.deliveries.takeStale(before, BATCH);
      const outcomes = await Promise.all(
        stale.map((delivery) =>
          context.with(contextFrom(delivery.traceParent), () => this.lookAfter(delivery, staleSeconds)),
        ),
      );
      published += outcomes.filter((outcome) => outcome === 'published').length;
      if (stale.length < BATCH || outcomes.includes('failed')) break;
    }
    await this.schedules.say();
    if (looksBack) {
      await this.schedules.clear();
      this.lookedBackAt = performance.now();
    }
    return published;
  }

  private async addMissed(): Promise<void> {
    const missed = await this.missed.add(reactions);
    if (missed > 0) this.logger.warn({ missed }, 'deliveries added that an older version did not know of');
  }

  /** One delivery; what goes wrong with it must not hold up the others. */
  private async lookAfter(delivery: StaleJobExecution, staleSeconds: number): Promise<'published' | 'left' | 'failed'> {
    const { eventId } = delivery;
    try {
      const reaction = reactions.find(({ name }) => name === delivery.reaction);
      if (!reaction) {
        const hopeless = delivery.ageSeconds > PATIENCE_SECONDS;
        return hopeless ? await this.bury(delivery, 'no job of this name exists') : 'left';
      }
      const state = await this.publisher.stateOf(reaction, delivery);
      if (state === 'at-work') return 'left';
      // What a person has replayed is not held to the tries before.
      if (state === 'failed' && delivery.publishCount > 0) {
        // A backlog after a long stop is old before its first try.
        if ((delivery.secondsFailing ?? 0) > PATIENCE_SECONDS)
          return await this.bury(delivery, delivery.lastError ?? 'failed');
        const pause = staleSeconds * Math.min(2 ** (delivery.publishCount - 1), LONGEST_PAUSE);
        if (delivery.secondsSinceStart < pause) return 'left';
      }
      await this.publisher.publishAgain(reaction, delivery);
      await this.deliveries.republished(delivery);
      republished.inc();
      return 'published';
    } catch (error) {
      this.logger.warn({ err: error, eventId, reaction: delivery.reaction }, 'not looked after, will be repeated');
      return 'failed';
    }
  }

  private async bury(delivery: StaleJobExecution, reason: string): Promise<'left'> {
    const { eventId, reaction } = delivery;
    await this.deliveries.giveUp(eventId, reaction, reason);
    this.logger.error({ eventId, reaction, reason }, 'dead letter');
    return 'left';
  }
}
