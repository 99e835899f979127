import { UnrecoverableError } from 'bullmq';
import { deliveryLag, jobs, jobsRunning, jobsStalled } from '#backend/platform/telemetry/metrics.js';
import type { QueueName } from '#backend/platform/events/queue-names.js';
import { reactions, schedules } from '../reactions.js';
import { initStepMetrics } from './measured-step.js';

const NAMES = new Set([...reactions, ...schedules].map(({ name }) => name));

/** Measures one attempt of a job. Unknown job names get the label `unknown`. */
export async function measuredJob(queue: QueueName, name: string, work: () => Promise<void>): Promise<void> {
  const job = NAMES.has(name) ? name : 'unknown';
  const began = performance.now();
  const end = (outcome: string) => {
    jobsRunning.dec({ queue });
    jobs.observe({ job, outcome }, (performance.now() - began) / 1_000);
  };
  jobsRunning.inc({ queue });
  try {
    await work();
  } catch (error) {
    end(error instanceof UnrecoverableError ? 'dead' : 'failed');
    throw error;
  }
  end('done');
}

/** Creates the series of a queue of this process, so that the first scrape contains them. */
export function initJobMetrics(queue: QueueName): void {
  jobsRunning.set({ queue }, 0);
  jobsStalled.inc({ queue }, 0);
  initStepMetrics(queue);
  for (const { name: job } of reactions.filter((one) => one.queue === queue)) {
    for (const outcome of ['done', 'failed', 'dead']) jobs.zero({ job, outcome });
    deliveryLag.zero({ job });
  }
  for (const { name: job } of schedules.filter((one) => one.queue === queue))
    for (const outcome of ['done', 'failed']) jobs.zero({ job, outcome });
}
