import type { QueueName } from '../platform/events/queue-names.js';
import type { PartState } from './health.contract.js';

/** The lowest values of the states `warning` (an operator should look) and `down` (an alert pages the operator). */
type Threshold = readonly [warning: number, down: number];

/** A job that waits for its first attempt is late this many seconds after its event or its last replay, by queue. */
const LATE_AFTER_SECONDS: Record<QueueName, number> = {
  documents: 600,
  masters: 1_800,
  mail: 600,
  views: 1_800,
  payments: 600,
  privacy: 21_600,
};

/** Seconds after which work is overdue: an export since its request, an erasure since its due time. */
export const OVERDUE_SECONDS = { exports: 86_400, erasures: 21_600 } as const;

/** The alerts use the same thresholds; k8s/test/monitoring.spec.ts compares them. */
export const THRESHOLDS = {
  databaseMilliseconds: [250, Infinity],
  queueMilliseconds: [500, Infinity],
  storageMilliseconds: [1_000, Infinity],
  clockSeconds: [2, 30],
  outboxSeconds: [60, 300],
  unfulfilledSeconds: [60, 300],
  /** The limits are strict because the shop has already promised these refunds to the buyers. */
  refundsFailedSeconds: [1, 3_600],
  /** The refund is due within 14 days (§ 357 BGB). */
  withdrawalsOpenSeconds: [172_800, 604_800],
  disputes: [1, Infinity],
  /** Time since both jobs that compare payments with Stripe last succeeded: the age of the older success. */
  uncheckedSeconds: [600, Infinity],
  /** Age of the position up to which Stripe events have been read. */
  reconciledSeconds: [900, Infinity],
  deadLetters: [1, Infinity],
  unknownEvents: [1, Infinity],
  /**
   * Number of jobs whose last attempt failed. Some recipients always have a full mailbox, so mails have a higher limit.
   */
  failing: [4, Infinity],
  failingMails: [21, Infinity],
  /** Number of overdue exports or erasures. */
  overdue: [1, Infinity],
} as const satisfies Record<string, Threshold>;

export const lateThreshold = (queue: QueueName): Threshold => [LATE_AFTER_SECONDS[queue], Infinity];

/** @param value the measured value; null when the check failed, which counts as `down` */
export function toState([warning, down]: Threshold, value: number | null): PartState {
  if (value === null || value >= down) return 'down';
  return value >= warning ? 'warning' : 'ok';
}

const SEVERITY: PartState[] = ['ok', 'warning', 'down'];

export const pickWorst = (...states: PartState[]): PartState =>
  states.reduce((worst, state) => (SEVERITY.indexOf(state) > SEVERITY.indexOf(worst) ? state : worst), 'ok');
