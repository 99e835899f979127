import type { Config } from '#backend/platform/config/config.js';
import { CONCURRENCY } from '../concurrency.js';
import type { JobContext } from '../job.js';

/** A file during which the worker itself has gone down so often is at fault: the first time counts for nothing. */
const ENDS_OF_WORKER = 2;

/** True when the worker has ended twice while it decoded the file. */
export const endsWorkers = ({ decoding }: JobContext) => (decoding?.ends ?? 0) >= ENDS_OF_WORKER;

/** How a job has a file of a stranger decoded: where the operator requires it confined or not at all, with its share of the memory. */
export const decodingOf = ({ confinementRequired }: Config, { signal, decoding }: JobContext) => ({
  signal,
  confined: confinementRequired ? ('required' as const) : ('preferred' as const),
  share: CONCURRENCY.masters,
  // The worker itself went down while it decoded this file and another: it may have been this one.
  alone: (decoding?.ends ?? 0) > 0,
  begins: decoding?.begins,
});
