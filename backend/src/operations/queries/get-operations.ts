import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { QUEUES } from '../../platform/queue-names.js';
import { type Answered, HealthChecks, type JobCounts } from '../health-checks.js';
import { type CustomerFigures, CUSTOMERS, LEDGER, type LedgerFigures } from '../health-figures.js';
import { stateOf, worstOf } from '../health-thresholds.js';
import type { Operations, PartState, QueueHealth, SchemaHealth } from '../health.contract.js';

/** How the whole shop is, within three seconds, whatever of it is down. */
export class GetOperations extends Query<Operations> {}

@QueryHandler(GetOperations)
export class GetOperationsHandler implements IQueryHandler<GetOperations> {
  private running: Promise<Operations> | null = null;

  constructor(private readonly checks: HealthChecks) {}

  /** Several who look at the same moment see the same answer: a service in trouble is not asked more often for that. */
  execute(): Promise<Operations> {
    this.running ??= this.look().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async look(): Promise<Operations> {
    const { checks } = this;
    const [database, queue, storage, ledger, customers] = await Promise.all([
      checks.database(),
      checks.queues(),
      checks.storage(),
      checks.figures<LedgerFigures>(LEDGER),
      checks.figures<CustomerFigures>(CUSTOMERS),
    ]);
    const parts = {
      database: {
        ...service(
          'databaseMilliseconds',
          database,
          stateOf('clockSeconds', database.answer && Math.abs(database.answer)),
        ),
        clockDifferenceSeconds: database.answer,
      },
      queueBackend: { ...service('queueMilliseconds', queue), backend: checks.queueBackend },
      storage: service('storageMilliseconds', storage),
      schema: schemaHealth(ledger.answer, checks.expectedSchema),
      ...ledgerHealth(ledger.answer),
      ...customerHealth(customers.answer),
    };
    const queues = QUEUES.map((name) => queueHealth(name, queue.answer?.get(name), ledger.answer));
    const states = [...Object.values(parts), ...queues].map(({ state }) => state);
    return { state: worstOf(...states), checkedAt: new Date().toISOString(), ...parts, queues };
  }
}

function service(
  threshold: 'databaseMilliseconds' | 'queueMilliseconds' | 'storageMilliseconds',
  { answer, milliseconds }: Answered<unknown>,
  more: PartState = 'ok',
) {
  const reachable = answer !== null;
  return {
    state: reachable ? worstOf(stateOf(threshold, milliseconds), more) : ('down' as const),
    reachable,
    milliseconds,
  };
}

/** A newer schema than this build's is the ordinary state in the middle of a deployment. */
function schemaHealth(ledger: LedgerFigures | null, expected: string): SchemaHealth {
  const version = ledger?.schema ?? null;
  if (version === expected) return { state: 'ok', version, expected };
  return { state: version && version > expected ? 'warning' : 'down', version, expected };
}

function ledgerHealth(ledger: LedgerFigures | null) {
  const { waiting = null, waitingSeconds: oldestAgeSeconds = null, dead: count = null } = ledger ?? {};
  return {
    outbox: { state: stateOf('outboxSeconds', oldestAgeSeconds), waiting, oldestAgeSeconds },
    deadLetters: { state: stateOf('deadLetters', count), count },
  };
}

function customerHealth(figures: CustomerFigures | null) {
  const { unfulfilled = null, unfulfilledSeconds = null, reconciledUntil, reconciledSeconds = null } = figures ?? {};
  const { exportsOpen = null, exportsOverdue = null, erasuresOpen = null, erasuresOverdue = null } = figures ?? {};
  // A new shop has not asked yet; that is worth a look, no more.
  const neverAsked = figures !== null && !reconciledUntil;
  return {
    purchases: {
      state: stateOf('unfulfilledSeconds', unfulfilledSeconds),
      unfulfilled,
      oldestAgeSeconds: unfulfilledSeconds,
    },
    payments: {
      state: neverAsked ? ('warning' as const) : stateOf('reconciledSeconds', reconciledSeconds),
      reconciledUntil: reconciledUntil?.toISOString() ?? null,
      ageSeconds: reconciledSeconds,
    },
    exports: { state: stateOf('overdue', exportsOverdue), open: exportsOpen, overdue: exportsOverdue },
    erasures: { state: stateOf('overdue', erasuresOverdue), open: erasuresOpen, overdue: erasuresOverdue },
  };
}

function queueHealth(
  name: QueueHealth['name'],
  jobs: JobCounts | undefined,
  ledger: LedgerFigures | null,
): QueueHealth {
  const owed = ledger ? (ledger.queues.find(({ queue }) => queue === name) ?? { open: 0, seconds: 0 }) : null;
  const { waiting = null, active = null, delayed = null, failed = null } = jobs ?? {};
  const { open = null, seconds: oldestAgeSeconds = null } = owed ?? {};
  const state = stateOf('deliverySeconds', oldestAgeSeconds);
  return { name, state, waiting, active, delayed, failed, open, oldestAgeSeconds };
}
