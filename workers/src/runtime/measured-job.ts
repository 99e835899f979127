import { UnrecoverableError } from 'bullmq';
import { deliveryLag, jobs, jobsRunning, jobsStalled } from '#backend/platform/telemetry/metrics.js';
import type { QueueName } from '#backend/platform/events/queue-names.js';
import { reactions, schedules } from '../reactions.js';
import { initStepMetrics } from './measured-step.js';

const JOB_NAMES = new Set([...reactions, ...schedules].map(({ name }) => name));

/** Measures one attempt of a job. Unknown job names get the label `unknown`. */
export async function measuredJob(queue: QueueName, name: string, work: () => Promise<void>): Promise<void> {
  const job = JOB_NAMES.has(name) ? name : 'unknown';
  const startedAt = performance.now();
  const record = (outcome: string) => {
    jobsRunning.dec({ queue });
    jobs.observe({ job, outcome }, (performance.now() - startedAt) / 1_000);
  };
  jobsRunning.inc({ queue });
  try {
    await work();
  } catch (error) {
    record(error instanceof UnrecoverableError ? 'dead' : 'failed');
    throw error;
  }
  record('done');
}

/** Creates the metric series of a queue whose jobs this process runs, so that the first scrape contains them. */
export function initJobMetrics(queue: QueueName): void {
  jobsRunning.set({ queue }, 0);
  jobsStalled.inc({ queue }, 0);
  initStepMetrics(queue);
  for (const { name: job } of reactions.filter((other) => other.queue === queue)) {
    for (const outcome of ['done', 'failed', 'dead']) jobs.zero({ job, outcome });
    deliveryLag.zero({ job });
  }
  for (const { name: job } of schedules.filter((other) => other.queue === queue))
    for (const outcome of ['done', 'failed']) jobs.zero({ job, outcome });
}
