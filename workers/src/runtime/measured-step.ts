import { documents } from '#backend/platform/telemetry/metrics.js';
import type { QueueName } from '#backend/platform/events/queue-names.js';
import { MasterRefused, REFUSAL_CODES } from '../pdf/document/master-refused.js';

const REFUSALS = REFUSAL_CODES.map(toOutcome);
const OUTCOMES = {
  prepare: ['done', 'failed', ...REFUSALS],
  personalise: ['done', 'failed'],
  invoice: ['done', 'failed'],
};
const STEPS: Partial<Record<QueueName, Step[]>> = { masters: ['prepare'], documents: ['personalise', 'invoice'] };

type Step = keyof typeof OUTCOMES;

/** Measures one step of PDF processing. A refused file counts under its refusal code and not as a failure. */
export async function measuredStep<T>(step: Step, work: () => T | Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const record = (outcome: string) => documents.observe({ step, outcome }, (performance.now() - startedAt) / 1_000);
  try {
    const result = await work();
    record('done');
    return result;
  } catch (error) {
    record(error instanceof MasterRefused ? toOutcome(error.code) : 'failed');
    throw error;
  }
}

/** Creates the metric series of a queue whose jobs this process runs, so that the first scrape contains them. */
export function initStepMetrics(queue: QueueName): void {
  for (const step of STEPS[queue] ?? []) for (const outcome of OUTCOMES[step]) documents.zero({ step, outcome });
}

/** @returns the outcome of a refusal code, such as `refused-not-a-pdf` */
function toOutcome(code: string): string {
  return `refused-${code.toLowerCase().replaceAll('_', '-')}`;
}
