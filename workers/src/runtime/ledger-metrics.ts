import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { KNOWN_EVENTS } from '#backend/operations/known-events.js';
import { LEDGER_FIGURES, type LedgerFigures, OPEN_JOBS, type OpenJobs } from '#backend/operations/ledger-figures.js';
import {
  deadLetters,
  deliveriesAge,
  deliveriesFailing,
  deliveriesOpen,
  disputesOpen,
  erasuresAge,
  exportsAge,
  ledgerRegistry,
  ledgerUp,
  outboxAge,
  outboxWaiting,
  paymentsChecked,
  queueJobs,
  queueUp,
  refundsFailed,
  refundsFailedAge,
  schedulesDone,
  unfulfilled,
  unfulfilledAge,
  unknownWork,
  withdrawalsOpen,
  withdrawalsOpenAge,
} from '#backend/platform/events/ledger-gauges.js';
import { registry } from '#backend/platform/telemetry/metrics.js';
import { ProbeSql } from '#backend/platform/database/probe-sql.js';
import { QUEUES } from '#backend/platform/events/queue-names.js';
import { addMetricCollector } from '#backend/platform/telemetry/metric-collectors.js';
import { reactions, schedules } from '../reactions.js';
import { withTimeout, Publisher } from './publisher.js';

/** Minimum time between two reads, for any number of scrapes. */
const CACHE_MS = 5_000;
const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/** Reads the job ledger and the queues at each scrape of the process that runs the relay. */
@Injectable()
export class LedgerMetrics implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Metrics');
  private stop?: () => void;
  private collected: Promise<unknown> | null = null;
  private collectedAt = 0;

  constructor(
    private readonly sql: ProbeSql,
    private readonly publisher: Publisher,
  ) {}

  onModuleInit(): void {
    for (const metric of ledgerRegistry.getMetricsAsArray()) registry.registerMetric(metric as never);
    this.stop = addMetricCollector(() => this.collect());
  }

  onApplicationShutdown(): void {
    this.stop?.();
  }

  /** Concurrent scrapes share the same figures. */
  async collect(): Promise<void> {
    if (!this.collected || performance.now() - this.collectedAt > CACHE_MS) {
      this.collectedAt = performance.now();
      this.collected = Promise.all([this.readLedger(), this.readQueues()]);
    }
    await this.collected;
  }

  private async readLedger(): Promise<void> {
    try {
      const [[figures], openJobs] = await Promise.all([
        this.sql.rows<LedgerFigures>(LEDGER_FIGURES, [KNOWN_EVENTS]),
        this.sql.rows<OpenJobs>(OPEN_JOBS),
      ]);
      setFigures(figures!);
      setOpenJobs(openJobs);
      ledgerUp.set(1);
    } catch (error) {
      // Stale figures would hide the failure.
      for (const gauge of OF_DATABASE) gauge.reset();
      for (const gauge of UNLABELLED) gauge.remove();
      ledgerUp.set(0);
      this.logger.warn({ err: error }, 'the ledger could not be read for the metrics');
    }
  }

  private async readQueues(): Promise<void> {
    try {
      const counts = await Promise.all(
        QUEUES.map((name) => withTimeout(this.publisher.queue(name).getJobCounts(...STATES))),
      );
      for (const [at, queue] of QUEUES.entries())
        for (const state of STATES) queueJobs.set({ queue, state }, counts[at]![state] ?? 0);
      queueUp.set(1);
    } catch (error) {
      queueJobs.reset();
      queueUp.set(0);
      this.logger.warn({ err: error }, 'the queues could not be read for the metrics');
    }
  }
}

const UNLABELLED = [
  outboxWaiting,
  outboxAge,
  unfulfilled,
  unfulfilledAge,
  refundsFailed,
  refundsFailedAge,
  withdrawalsOpen,
  withdrawalsOpenAge,
  disputesOpen,
  exportsAge,
  erasuresAge,
  paymentsChecked,
];
const OF_DATABASE = [deliveriesOpen, deliveriesAge, deliveriesFailing, deadLetters, schedulesDone, unknownWork];

function setFigures(figures: LedgerFigures): void {
  outboxWaiting.set(figures.outboxWaiting);
  outboxAge.set(figures.outboxAge);
  unfulfilled.set(figures.unfulfilled);
  unfulfilledAge.set(figures.unfulfilledAge);
  refundsFailed.set(figures.refundsFailed);
  refundsFailedAge.set(figures.refundsFailedAge);
  withdrawalsOpen.set(figures.withdrawalsOpen);
  withdrawalsOpenAge.set(figures.withdrawalsOpenAge);
  disputesOpen.set(figures.disputesOpen);
  exportsAge.set(figures.exportsAge);
  erasuresAge.set(figures.erasuresAge);
  // A removed job can still have dead letters.
  deadLetters.reset();
  for (const { name: job } of reactions) deadLetters.set({ job }, 0);
  for (const { job, count } of figures.dead) deadLetters.set({ job }, count);
  // Exports only jobs that still exist.
  schedulesDone.reset();
  for (const { job, at } of figures.runs)
    if (schedules.some(({ name }) => name === job)) schedulesDone.set({ job }, at);
  paymentsChecked.set(figures.paymentsChecked);
  unknownWork.set({ kind: 'events' }, figures.unknownEvents);
}

const findQueue = (job: string) => reactions.find(({ name }) => name === job)?.queue;

function setOpenJobs(openJobs: OpenJobs[]): void {
  for (const queue of QUEUES) {
    const own = openJobs.filter(({ job }) => findQueue(job) === queue);
    deliveriesOpen.set({ queue }, total(own, 'open'));
    deliveriesFailing.set({ queue }, total(own, 'failing'));
    deliveriesAge.set({ queue }, Math.max(0, ...own.map(({ untriedAge }) => untriedAge)));
  }
  const unknown = openJobs.filter(({ job }) => !findQueue(job));
  unknownWork.set({ kind: 'jobs' }, total(unknown, 'open'));
}

const total = (jobs: OpenJobs[], figure: 'open' | 'failing') => jobs.reduce((sum, one) => sum + one[figure], 0);
