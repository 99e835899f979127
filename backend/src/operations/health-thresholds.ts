import type { PartState } from './health.contract.js';

/**
 * From where on somebody should look (warning), and from where on customers notice or the law does (down). The alerts
 * of the monitoring start at the same ages.
 */
const THRESHOLDS = {
  databaseMilliseconds: [250, Infinity],
  queueMilliseconds: [500, Infinity],
  storageMilliseconds: [1_000, Infinity],
  clockSeconds: [2, 30],
  outboxSeconds: [60, 300],
  deliverySeconds: [120, 600],
  unfulfilledSeconds: [60, 300],
  reconciledSeconds: [900, 3_600],
  deadLetters: [1, Infinity],
  overdue: [1, Infinity],
} as const satisfies Record<string, readonly [warning: number, down: number]>;

/** @param value null when nobody could tell, which is as bad as it gets */
export function stateOf(threshold: keyof typeof THRESHOLDS, value: number | null): PartState {
  const [warning, down] = THRESHOLDS[threshold];
  if (value === null || value >= down) return 'down';
  return value >= warning ? 'warning' : 'ok';
}

const BADNESS: PartState[] = ['ok', 'warning', 'down'];

export const worstOf = (...states: PartState[]): PartState =>
  states.reduce((worst, state) => (BADNESS.indexOf(state) > BADNESS.indexOf(worst) ? state : worst), 'ok');
