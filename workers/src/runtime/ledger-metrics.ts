import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import {
  deadLetters,
  deliveriesAge,
  deliveriesOpen,
  erasuresAge,
  exportsAge,
  ledgerRegistry,
  ledgerUp,
  outboxAge,
  outboxWaiting,
  paymentsChecked,
  queueJobs,
  queueUp,
  registry,
  schedulesDone,
  unfulfilled,
  unfulfilledAge,
} from '#backend/platform/metrics.js';
import { ProbeSql } from '#backend/platform/probe-sql.js';
import { QUEUES } from '#backend/platform/queue-names.js';
import { beforeScrape } from '#backend/platform/scrape.js';
import { reactions } from '../reactions.js';
import { LEDGER_FIGURES, type LedgerFigures, OPEN_DELIVERIES, type OpenDeliveries } from './ledger-figures.js';
import { inTime, Publisher } from './publisher.js';

/** However many scrape, the database is asked no more often. */
const FRESH_MS = 5_000;
/** Both have to go well for nothing to be missed: one asks for single payments, the other reads the provider's reports. */
const PAYMENT_CHECKS = ['reconcile-payments', 'catch-up-reports'];
const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/** Reads what the ledger and the queues hold whenever somebody scrapes the process that relays. */
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
    this.stop = beforeScrape(() => this.look());
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
      const names = reactions.map(({ name }) => name);
      const [[figures], deliveries] = await Promise.all([
        this.sql.rows<LedgerFigures>(LEDGER_FIGURES),
        this.sql.rows<OpenDeliveries>(OPEN_DELIVERIES, [names]),
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

const UNLABELLED = [outboxWaiting, outboxAge, unfulfilled, unfulfilledAge, exportsAge, erasuresAge, paymentsChecked];
const OF_DATABASE = [deliveriesOpen, deliveriesAge, deadLetters, schedulesDone];

function showFigures(figures: LedgerFigures): void {
  outboxWaiting.set(figures.outboxWaiting);
  outboxAge.set(figures.outboxAge);
  unfulfilled.set(figures.unfulfilled);
  unfulfilledAge.set(figures.unfulfilledAge);
  exportsAge.set(figures.exportsAge);
  erasuresAge.set(figures.erasuresAge);
  // A job that has left the shop may still have dead letters.
  deadLetters.reset();
  for (const { name: job } of reactions) deadLetters.set({ job }, 0);
  for (const { job, count } of figures.dead) deadLetters.set({ job }, count);
  for (const { job, at } of figures.runs) schedulesDone.set({ job }, at);
  const checks = PAYMENT_CHECKS.map((name) => figures.runs.find(({ job }) => job === name)?.at ?? 0);
  paymentsChecked.set(Math.min(...checks));
}

function showDeliveries(deliveries: OpenDeliveries[]): void {
  const byJob = new Map(deliveries.map((one) => [one.job, one]));
  for (const queue of QUEUES) {
    const its = reactions.filter((reaction) => reaction.queue === queue).map(({ name }) => byJob.get(name)!);
    deliveriesOpen.set(
      { queue },
      its.reduce((sum, { open }) => sum + open, 0),
    );
    deliveriesAge.set({ queue }, Math.max(0, ...its.map(({ age }) => age)));
  }
}
