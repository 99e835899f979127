import type { QueueName } from '../platform/events/queue-names.js';
import type { PartState } from './health.contract.js';

/** `warning`: an operator should check; `down`: an alert pages the operator. */
type Threshold = readonly [warning: number, down: number];

/** How long a job of a queue may wait for its first attempt. */
const LATE_AFTER_SECONDS: Record<QueueName, number> = {
  documents: 600,
  masters: 1_800,
  mail: 600,
  views: 1_800,
  payments: 600,
  privacy: 21_600,
};

/** Age at which a request is overdue. */
export const OVERDUE_SECONDS = { exports: 86_400, erasures: 21_600 } as const;

/** Alerts use the same thresholds: k8s/test/monitoring.spec.ts compares them. */
export const THRESHOLDS = {
  databaseMilliseconds: [250, Infinity],
  queueMilliseconds: [500, Infinity],
  storageMilliseconds: [1_000, Infinity],
  clockSeconds: [2, 30],
  outboxSeconds: [60, 300],
  unfulfilledSeconds: [60, 300],
  /** Down after an hour, because the shop has already confirmed these refunds to the buyer. */
  refundsFailedSeconds: [1, 3_600],
  /** The refund is due within 14 days (§ 357 BGB). */
  withdrawalsOpenSeconds: [172_800, 604_800],
  disputes: [1, Infinity],
  uncheckedSeconds: [600, Infinity],
  reconciledSeconds: [900, Infinity],
  deadLetters: [1, Infinity],
  unknownEvents: [1, Infinity],
  /** Jobs whose last attempt failed. The mail queue always has a few recipients with a full mailbox. */
  failing: [4, Infinity],
  failingMails: [21, Infinity],
  overdue: [1, Infinity],
} as const satisfies Record<string, Threshold>;

export const lateAfter = (queue: QueueName): Threshold => [LATE_AFTER_SECONDS[queue], Infinity];

/** @param value null when the check failed, which counts as `down` */
export function judge([warning, down]: Threshold, value: number | null): PartState {
  if (value === null || value >= down) return 'down';
  return value >= warning ? 'warning' : 'ok';
}

const SEVERITY: PartState[] = ['ok', 'warning', 'down'];

export const pickWorst = (...states: PartState[]): PartState =>
  states.reduce((worst, state) => (SEVERITY.indexOf(state) > SEVERITY.indexOf(worst) ? state : worst), 'ok');
