import type { Config } from '#backend/platform/config.js';
import { CONCURRENCY } from '../concurrency.js';
import type { JobContext } from '../runtime/job.js';

/** A file during which the worker itself has gone down so often is at fault: the first time counts for nothing. */
const ENDS_OF_WORKER = 2;

/** True when the work on a file has ended its worker twice. */
export const endsWorkers = ({ starts = 1 }: JobContext) => starts > ENDS_OF_WORKER;

/** How a job has a file of a stranger decoded: in production confined or not at all, with its share of the memory. */
export const decodingOf = ({ production }: Config, { signal, starts = 1 }: JobContext) => ({
  signal,
  confined: production ? ('required' as const) : ('preferred' as const),
  share: CONCURRENCY.masters,
  // The worker itself went down before this one ended: it may have been this file.
  alone: starts > 1,
});
