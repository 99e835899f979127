import type { Config } from '#backend/platform/config/config.js';
import { CONCURRENCY } from '../concurrency.js';
import type { JobContext } from '../job.js';

/** A file is refused when its worker has died this often while it decoded the file. */
const MAX_WORKER_DEATHS = 2;

/** Whether a worker has died twice while it decoded the file. */
export const hasKilledWorkers = ({ decoding }: JobContext) => (decoding?.unfinishedStarts ?? 0) >= MAX_WORKER_DEATHS;

/** Options for decoding an uploaded file in a job. */
export const decodingOptions = ({ confinementRequired }: Config, { signal, decoding }: JobContext) => ({
  signal,
  confined: confinementRequired ? ('required' as const) : ('preferred' as const),
  share: CONCURRENCY.masters,
  // After a worker has died during this file, no other file is decoded with it, because that one may have caused the death.
  alone: (decoding?.unfinishedStarts ?? 0) > 0,
  onStart: decoding?.onStart,
});
