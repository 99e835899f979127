import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { KNOWN_EVENTS } from '#backend/operations/known-events.js';
import { LEDGER_FIGURES, type LedgerFigures, OPEN_JOBS, type OpenJobs } from '#backend/operations/ledger-figures.js';
import {
  deadLetters,
  oldestUntriedAge,
  deliveriesFailing,
  deliveriesOpen,
  disputesOpen,
  erasuresAge,
  euSales,
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

/** Minimum time between two reads, however often the metrics are scraped. */
const CACHE_MS = 5_000;
const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/**
 * Sets the metrics about the job ledger and the queues when a scrape requests them. Only the process that runs the relay
 * creates this provider.
 */
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

  /** Reads the figures, or waits for the read that another scrape has started. */
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
      // The gauges are reset, because old figures would hide the failure.
      for (const gauge of LABELLED) gauge.reset();
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
  euSales,
  exportsAge,
  erasuresAge,
  paymentsChecked,
];
const LABELLED = [deliveriesOpen, oldestUntriedAge, deliveriesFailing, deadLetters, schedulesDone, unknownWork];

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
  euSales.set(figures.euSalesCents);
  exportsAge.set(figures.exportsAge);
  erasuresAge.set(figures.erasuresAge);
  // Every reaction gets a series, even with 0 dead letters. A job that this version no longer has can still have dead
  // letters.
  deadLetters.reset();
  for (const { name: job } of reactions) deadLetters.set({ job }, 0);
  for (const { job, count } of figures.dead) deadLetters.set({ job }, count);
  // The table can also contain the schedules of other versions, which get no series.
  schedulesDone.reset();
  for (const { job, at } of figures.runs)
    if (schedules.some(({ name }) => name === job)) schedulesDone.set({ job }, at);
  paymentsChecked.set(figures.paymentsChecked);
  unknownWork.set({ kind: 'events' }, figures.unknownEvents);
}

const findQueue = (job: string) => reactions.find(({ name }) => name === job)?.queue;

function setOpenJobs(openJobs: OpenJobs[]): void {
  for (const queue of QUEUES) {
    const jobsOfQueue = openJobs.filter(({ job }) => findQueue(job) === queue);
    deliveriesOpen.set({ queue }, sumFigure(jobsOfQueue, 'open'));
    deliveriesFailing.set({ queue }, sumFigure(jobsOfQueue, 'failing'));
    oldestUntriedAge.set({ queue }, Math.max(0, ...jobsOfQueue.map(({ untriedAge }) => untriedAge)));
  }
  const unknown = openJobs.filter(({ job }) => !findQueue(job));
  unknownWork.set({ kind: 'jobs' }, sumFigure(unknown, 'open'));
}

const sumFigure = (jobs: OpenJobs[], figure: 'open' | 'failing') => jobs.reduce((sum, job) => sum + job[figure], 0);
