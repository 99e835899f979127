import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { QUEUES } from '../../platform/events/queue-names.js';
import { type CheckResult, HealthChecks, type JobCounts } from '../health-checks.js';
import { lateAfter, judge, THRESHOLDS, pickWorst } from '../health-thresholds.js';
import type { Operations, PartState, QueueHealth, SchemaHealth } from '../health.contract.js';
import type { LedgerFigures, OpenJobs } from '../ledger-figures.js';

/** The health of the whole shop, within three seconds even when services are down. */
export class GetOperations extends Query<Operations> {}

@QueryHandler(GetOperations)
export class GetOperationsHandler implements IQueryHandler<GetOperations> {
  private running: Promise<Operations> | null = null;

  constructor(private readonly checks: HealthChecks) {}

  /** Concurrent requests share one check, which limits the load on a service that is down. */
  execute(): Promise<Operations> {
    this.running ??= this.check().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async check(): Promise<Operations> {
    const { checks } = this;
    const [database, queue, storage, { value: ledger }] = await Promise.all([
      checks.database(),
      checks.queues(),
      checks.storage(),
      checks.ledger(),
    ]);
    const figures = ledger?.figures ?? null;
    const parts = {
      database: {
        ...service(
          'databaseMilliseconds',
          database,
          judge(THRESHOLDS.clockSeconds, database.value && Math.abs(database.value)),
        ),
        clockDifferenceSeconds: database.value,
      },
      queueBackend: { ...service('queueMilliseconds', queue), backend: checks.queueBackend },
      storage: service('storageMilliseconds', storage),
      schema: schemaHealth(figures, checks.expectedSchema),
      ...ledgerHealth(figures),
      ...customerHealth(figures),
    };
    const queues = QUEUES.map((name) => queueHealth(name, queue.value?.get(name), ledger?.openJobs ?? null));
    const states = [...Object.values(parts), ...queues].map(({ state }) => state);
    return { state: pickWorst(...states), checkedAt: new Date().toISOString(), ...parts, queues };
  }
}

function service(
  threshold: 'databaseMilliseconds' | 'queueMilliseconds' | 'storageMilliseconds',
  { value, milliseconds }: CheckResult<unknown>,
  more: PartState = 'ok',
) {
  const reachable = value !== null;
  return {
    state: reachable ? pickWorst(judge(THRESHOLDS[threshold], milliseconds), more) : ('down' as const),
    reachable,
    milliseconds,
  };
}

/** A schema newer than this build is normal during a deployment. */
function schemaHealth(figures: LedgerFigures | null, expected: string): SchemaHealth {
  const version = figures?.schema ?? null;
  if (version === expected) return { state: 'ok', version, expected };
  return { state: version && version > expected ? 'warning' : 'down', version, expected };
}

const rounded = (seconds: number | null) => seconds && Math.round(seconds);

function ledgerHealth(figures: LedgerFigures | null) {
  if (!figures) {
    const unknown = { state: 'down' as const, count: null };
    return { outbox: { state: 'down' as const, waiting: null, oldestAgeSeconds: null }, deadLetters: unknown };
  }
  const { outboxWaiting, outboxAge, unknownEvents } = figures;
  const count = figures.dead.reduce((sum, one) => sum + one.count, 0);
  return {
    outbox: {
      // Events that only a newer version can relay do not show that this relay has stopped.
      state: pickWorst(judge(THRESHOLDS.outboxSeconds, outboxAge), judge(THRESHOLDS.unknownEvents, unknownEvents)),
      waiting: outboxWaiting + unknownEvents,
      oldestAgeSeconds: Math.round(outboxAge),
    },
    deadLetters: { state: judge(THRESHOLDS.deadLetters, count), count },
  };
}

function customerHealth(figures: LedgerFigures | null) {
  const { unfulfilled = null, unfulfilledAge = null } = figures ?? {};
  const { refundsFailed = null, refundsFailedAge = null, disputesOpen = null } = figures ?? {};
  const { withdrawalsOpen = null, withdrawalsOpenAge = null } = figures ?? {};
  const { reconciledUntil = null, reconciledAge = null, paymentsUnchecked = null } = figures ?? {};
  const { exportsOpen = null, exportsOverdue = null, erasuresOpen = null, erasuresOverdue = null } = figures ?? {};
  // A new shop has not read any events yet, which is only a warning.
  const neverRead = figures !== null && !reconciledUntil;
  const read = neverRead ? 'warning' : judge(THRESHOLDS.reconciledSeconds, reconciledAge);
  return {
    purchases: {
      state: judge(THRESHOLDS.unfulfilledSeconds, unfulfilledAge),
      unfulfilled,
      oldestAgeSeconds: rounded(unfulfilledAge),
    },
    refunds: {
      state: judge(THRESHOLDS.refundsFailedSeconds, refundsFailedAge),
      failed: refundsFailed,
      oldestAgeSeconds: rounded(refundsFailedAge),
    },
    withdrawals: {
      state: judge(THRESHOLDS.withdrawalsOpenSeconds, withdrawalsOpenAge),
      open: withdrawalsOpen,
      oldestAgeSeconds: rounded(withdrawalsOpenAge),
    },
    disputes: { state: judge(THRESHOLDS.disputes, disputesOpen), open: disputesOpen },
    payments: {
      state: pickWorst(read, judge(THRESHOLDS.uncheckedSeconds, paymentsUnchecked)),
      reconciledUntil: reconciledUntil?.toISOString() ?? null,
      ageSeconds: rounded(reconciledAge),
    },
    exports: { state: judge(THRESHOLDS.overdue, exportsOverdue), open: exportsOpen, overdue: exportsOverdue },
    erasures: { state: judge(THRESHOLDS.overdue, erasuresOverdue), open: erasuresOpen, overdue: erasuresOverdue },
  };
}

function queueHealth(name: QueueHealth['name'], jobs: JobCounts | undefined, openJobs: OpenJobs[] | null): QueueHealth {
  const { waiting = null, active = null, delayed = null, failed = null } = jobs ?? {};
  const known = { name, waiting, active, delayed, failed };
  if (!openJobs) return { ...known, state: 'down', open: null, oldestAgeSeconds: null };
  const own = openJobs.filter(({ queue }) => queue === name);
  const sum = (figure: 'open' | 'failing') => own.reduce((all, one) => all + one[figure], 0);
  const most = (figure: 'oldestAge' | 'untriedAge') => Math.max(0, ...own.map((one) => one[figure]));
  const failing = judge(name === 'mail' ? THRESHOLDS.failingMails : THRESHOLDS.failing, sum('failing'));
  return {
    ...known,
    state: pickWorst(judge(lateAfter(name), most('untriedAge')), failing),
    open: sum('open'),
    oldestAgeSeconds: Math.round(most('oldestAge')),
  };
}
