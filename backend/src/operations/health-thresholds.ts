import type { QueueName } from '../platform/events/queue-names.js';
import type { PartState } from './health.contract.js';

/** From where on somebody should look (warning), and from where on somebody is woken (down). */
type Threshold = readonly [warning: number, down: number];

/** How long work of a queue may wait for its first try. */
const LATE_SECONDS: Record<QueueName, number> = {
  documents: 600,
  masters: 1_800,
  mail: 600,
  views: 1_800,
  payments: 600,
  privacy: 21_600,
};

/** From when on a request is overdue. */
export const OVERDUE_SECONDS = { exports: 86_400, erasures: 21_600 } as const;

/** Where there is an alert for the same, it starts here too: k8s/test/monitoring.spec.ts holds the two together. */
export const THRESHOLDS = {
  databaseMilliseconds: [250, Infinity],
  queueMilliseconds: [500, Infinity],
  storageMilliseconds: [1_000, Infinity],
  clockSeconds: [2, 30],
  outboxSeconds: [60, 300],
  unfulfilledSeconds: [60, 300],
  /** The buyer was promised the money. */
  refundsFailedSeconds: [1, 3_600],
  /** The law gives 14 days for the money (§ 357 BGB). */
  withdrawalsOpenSeconds: [172_800, 604_800],
  disputes: [1, Infinity],
  uncheckedSeconds: [600, Infinity],
  reconciledSeconds: [900, Infinity],
  deadLetters: [1, Infinity],
  unknownEvents: [1, Infinity],
  /** Work that is tried and fails; a few recipients whose mailbox is full are always there. */
  failing: [4, Infinity],
  failingMails: [21, Infinity],
  overdue: [1, Infinity],
} as const satisfies Record<string, Threshold>;

export const lateAfter = (queue: QueueName): Threshold => [LATE_SECONDS[queue], Infinity];

/** @param value null when nobody could tell, which is as bad as it gets */
export function stateOf([warning, down]: Threshold, value: number | null): PartState {
  if (value === null || value >= down) return 'down';
  return value >= warning ? 'warning' : 'ok';
}

const BADNESS: PartState[] = ['ok', 'warning', 'down'];

export const worstOf = (...states: PartState[]): PartState =>
  states.reduce((worst, state) => (BADNESS.indexOf(state) > BADNESS.indexOf(worst) ? state : worst), 'ok');
