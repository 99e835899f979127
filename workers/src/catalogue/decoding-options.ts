import type { Config } from '#backend/platform/config/config.js';
import { CONCURRENCY } from '../concurrency.js';
import type { JobContext } from '../job.js';

/** A file is refused when this many workers have died while they decoded the file. */
const MAX_WORKER_DEATHS = 2;

/** Whether MAX_WORKER_DEATHS workers have died while they decoded the file. The job then refuses the file. */
export const hasKilledTooManyWorkers = ({ decoding }: JobContext) =>
  (decoding?.unfinishedStarts ?? 0) >= MAX_WORKER_DEATHS;

/** Options for decoding an uploaded file in a job. */
export const decodingOptions = ({ confinementRequired }: Config, { signal, decoding }: JobContext) => ({
  signal,
  confined: confinementRequired ? ('required' as const) : ('preferred' as const),
  concurrency: CONCURRENCY.masters,
  // A worker that died while it decoded this file may have decoded other files too. Any of these files can be the cause, so
  // the next attempt decodes this file alone.
  alone: (decoding?.unfinishedStarts ?? 0) > 0,
  onStart: decoding?.onStart,
});
