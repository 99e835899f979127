import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { QUEUES } from '../../platform/events/queue-names.js';
import { type CheckResult, HealthChecks, type JobCounts } from '../health-checks.js';
import { lateThreshold, toState, THRESHOLDS, pickWorst } from '../health-thresholds.js';
import type { Operations, PartState, QueueHealth, SchemaHealth } from '../health.contract.js';
import type { LedgerFigures, OpenJobs } from '../ledger-figures.js';

/** Returns the health of the whole shop within three seconds, even when services are down. */
export class GetOperations extends Query<Operations> {}

@QueryHandler(GetOperations)
export class GetOperationsHandler implements IQueryHandler<GetOperations> {
  private running: Promise<Operations> | null = null;

  constructor(private readonly checks: HealthChecks) {}

  /** Concurrent requests share one check to limit the load on a service that is down. */
  execute(): Promise<Operations> {
    this.running ??= this.check().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async check(): Promise<Operations> {
    const { checks } = this;
    const [database, queue, storage, { value: ledger }] = await Promise.all([
      checks.checkDatabase(),
      checks.checkQueues(),
      checks.checkStorage(),
      checks.checkLedger(),
    ]);
    const figures = ledger?.figures ?? null;
    const parts = {
      database: {
        ...serviceHealth(
          'databaseMilliseconds',
          database,
          toState(THRESHOLDS.clockSeconds, database.value && Math.abs(database.value)),
        ),
        clockDifferenceSeconds: database.value,
      },
      queueBackend: { ...serviceHealth('queueMilliseconds', queue), backend: checks.queueBackend },
      storage: serviceHealth('storageMilliseconds', storage),
      schema: schemaHealth(figures, checks.expectedSchema),
      ...ledgerHealth(figures),
      ...customerHealth(figures),
    };
    const queues = QUEUES.map((name) => queueHealth(name, queue.value?.get(name), ledger?.openJobs ?? null));
    const states = [...Object.values(parts), ...queues].map(({ state }) => state);
    return { state: pickWorst(...states), checkedAt: new Date().toISOString(), ...parts, queues };
  }
}

function serviceHealth(
  threshold: 'databaseMilliseconds' | 'queueMilliseconds' | 'storageMilliseconds',
  { value, milliseconds }: CheckResult<unknown>,
  otherState: PartState = 'ok',
) {
  const reachable = value !== null;
  return {
    state: reachable ? pickWorst(toState(THRESHOLDS[threshold], milliseconds), otherState) : ('down' as const),
    reachable,
    milliseconds,
  };
}

/** During a deployment, the schema can be newer than this build: that is a warning. An older schema is `down`. */
function schemaHealth(figures: LedgerFigures | null, expected: string): SchemaHealth {
  const version = figures?.schema ?? null;
  if (version === expected) return { state: 'ok', version, expected };
  return { state: version && version > expected ? 'warning' : 'down', version, expected };
}

const roundSeconds = (seconds: number | null) => seconds && Math.round(seconds);

function ledgerHealth(figures: LedgerFigures | null) {
  if (!figures) {
    const unknown = { state: 'down' as const, count: null };
    return { outbox: { state: 'down' as const, waiting: null, oldestAgeSeconds: null }, deadLetters: unknown };
  }
  const { outboxWaiting, outboxAge, unknownEvents } = figures;
  const count = figures.dead.reduce((sum, { count: jobCount }) => sum + jobCount, 0);
  return {
    outbox: {
      // Events of unknown types wait for the relay of a newer program, so only their number counts, not their age.
      state: pickWorst(toState(THRESHOLDS.outboxSeconds, outboxAge), toState(THRESHOLDS.unknownEvents, unknownEvents)),
      waiting: outboxWaiting + unknownEvents,
      oldestAgeSeconds: Math.round(outboxAge),
    },
    deadLetters: { state: toState(THRESHOLDS.deadLetters, count), count },
  };
}

function customerHealth(figures: LedgerFigures | null) {
  const { unfulfilled = null, unfulfilledAge = null } = figures ?? {};
  const { refundsFailed = null, refundsFailedAge = null, disputesOpen = null } = figures ?? {};
  const { withdrawalsOpen = null, withdrawalsOpenAge = null } = figures ?? {};
  const { reconciledUntil = null, reconciledAge = null, paymentsUnchecked = null } = figures ?? {};
  const { exportsOpen = null, exportsOverdue = null, erasuresOpen = null, erasuresOverdue = null } = figures ?? {};
  // A new shop has not read any Stripe events yet. That is only a warning.
  const neverRead = figures !== null && !reconciledUntil;
  const readState = neverRead ? 'warning' : toState(THRESHOLDS.reconciledSeconds, reconciledAge);
  return {
    purchases: {
      state: toState(THRESHOLDS.unfulfilledSeconds, unfulfilledAge),
      unfulfilled,
      oldestAgeSeconds: roundSeconds(unfulfilledAge),
    },
    refunds: {
      state: toState(THRESHOLDS.refundsFailedSeconds, refundsFailedAge),
      failed: refundsFailed,
      oldestAgeSeconds: roundSeconds(refundsFailedAge),
    },
    withdrawals: {
      state: toState(THRESHOLDS.withdrawalsOpenSeconds, withdrawalsOpenAge),
      open: withdrawalsOpen,
      oldestAgeSeconds: roundSeconds(withdrawalsOpenAge),
    },
    disputes: { state: toState(THRESHOLDS.disputes, disputesOpen), open: disputesOpen },
    payments: {
      state: pickWorst(readState, toState(THRESHOLDS.uncheckedSeconds, paymentsUnchecked)),
      reconciledUntil: reconciledUntil?.toISOString() ?? null,
      ageSeconds: roundSeconds(reconciledAge),
    },
    exports: { state: toState(THRESHOLDS.overdue, exportsOverdue), open: exportsOpen, overdue: exportsOverdue },
    erasures: { state: toState(THRESHOLDS.overdue, erasuresOverdue), open: erasuresOpen, overdue: erasuresOverdue },
  };
}

function queueHealth(name: QueueHealth['name'], jobs: JobCounts | undefined, openJobs: OpenJobs[] | null): QueueHealth {
  const { waiting = null, active = null, delayed = null, failed = null } = jobs ?? {};
  const counts = { name, waiting, active, delayed, failed };
  if (!openJobs) return { ...counts, state: 'down', open: null, oldestAgeSeconds: null };
  const queueJobs = openJobs.filter(({ queue }) => queue === name);
  const sum = (figure: 'open' | 'failing') => queueJobs.reduce((total, job) => total + job[figure], 0);
  const max = (figure: 'oldestAge' | 'untriedAge') => Math.max(0, ...queueJobs.map((job) => job[figure]));
  const failing = toState(name === 'mail' ? THRESHOLDS.failingMails : THRESHOLDS.failing, sum('failing'));
  return {
    ...counts,
    state: pickWorst(toState(lateThreshold(name), max('untriedAge')), failing),
    open: sum('open'),
    oldestAgeSeconds: Math.round(max('oldestAge')),
  };
}
