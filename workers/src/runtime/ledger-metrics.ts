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
import { inTime, Publisher } from './publisher.js';

/** However many scrape, the database is asked no more often. */
const FRESH_MS = 5_000;
const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/** Reads the job ledger and the queues at each scrape of the process that runs the relay. */
@Injectable()
export class LedgerMetrics implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Metrics');
  private stop?: () => void;
  private looked: Promise<unknown> | null = null;
  private lookedAt = 0;

  constructor(
    private readonly sql: ProbeSql,
    private readonly publisher: Publisher,
  ) {}

  onModuleInit(): void {
    for (const metric of ledgerRegistry.getMetricsAsArray()) registry.registerMetric(metric as never);
    this.stop = addMetricCollector(() => this.look());
  }

  onApplicationShutdown(): void {
    this.stop?.();
  }

  /** Several who scrape at once get the same figures. */
  async look(): Promise<void> {
    if (!this.looked || performance.now() - this.lookedAt > FRESH_MS) {
      this.lookedAt = performance.now();
      this.looked = Promise.all([this.readLedger(), this.askQueues()]);
    }
    await this.looked;
  }

  private async readLedger(): Promise<void> {
    try {
      const [[figures], deliveries] = await Promise.all([
        this.sql.rows<LedgerFigures>(LEDGER_FIGURES, [KNOWN_EVENTS]),
        this.sql.rows<OpenJobs>(OPEN_JOBS),
      ]);
      showFigures(figures!);
      showDeliveries(deliveries);
      ledgerUp.set(1);
    } catch (error) {
      // Old figures would say that nothing has changed since.
      for (const gauge of OF_DATABASE) gauge.reset();
      for (const gauge of UNLABELLED) gauge.remove();
      ledgerUp.set(0);
      this.logger.warn({ err: error }, 'the ledger could not be read for the metrics');
    }
  }

  private async askQueues(): Promise<void> {
    try {
      const counts = await Promise.all(
        QUEUES.map((name) => inTime(this.publisher.queue(name).getJobCounts(...STATES))),
      );
      for (const [at, queue] of QUEUES.entries())
        for (const state of STATES) queueJobs.set({ queue, state }, counts[at]![state] ?? 0);
      queueUp.set(1);
    } catch (error) {
      queueJobs.reset();
      queueUp.set(0);
      this.logger.warn({ err: error }, 'the queues could not be asked for the metrics');
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

function showFigures(figures: LedgerFigures): void {
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
  // A job that has left the shop may still have dead letters.
  deadLetters.reset();
  for (const { name: job } of reactions) deadLetters.set({ job }, 0);
  for (const { job, count } of figures.dead) deadLetters.set({ job }, count);
  // Exports only jobs that still exist.
  schedulesDone.reset();
  for (const { job, at } of figures.runs)
    if (schedules.some(({ name }) => name === job)) schedulesDone.set({ job }, at);
  paymentsChecked.set(figures.paymentsChecked);
  unknownWork.set({ kind: 'facts' }, figures.unknownEvents);
}

const queueOf = (job: string) => reactions.find(({ name }) => name === job)?.queue;

function showDeliveries(deliveries: OpenJobs[]): void {
  for (const queue of QUEUES) {
    const its = deliveries.filter(({ job }) => queueOf(job) === queue);
    deliveriesOpen.set({ queue }, total(its, 'open'));
    deliveriesFailing.set({ queue }, total(its, 'failing'));
    deliveriesAge.set({ queue }, Math.max(0, ...its.map(({ untriedAge }) => untriedAge)));
  }
  const unknown = deliveries.filter(({ job }) => !queueOf(job));
  unknownWork.set({ kind: 'deliveries' }, total(unknown, 'open'));
}

const total = (deliveries: OpenJobs[], figure: 'open' | 'failing') =>
  deliveries.reduce((sum, one) => sum + one[figure], 0);
