import type { Config } from '#backend/platform/config/config.js';
import { CONCURRENCY } from '../concurrency.js';
import type { JobContext } from '../job.js';

/** A file is refused after its worker has died this often while decoding it. */
const MAX_WORKER_DEATHS = 2;

/** Whether the worker has died twice while it decoded the file. */
export const killsWorkers = ({ decoding }: JobContext) => (decoding?.ends ?? 0) >= MAX_WORKER_DEATHS;

/** Options for decoding an uploaded file: confinement as configured, and the share of the memory. */
export const decodingOptions = ({ confinementRequired }: Config, { signal, decoding }: JobContext) => ({
  signal,
  confined: confinementRequired ? ('required' as const) : ('preferred' as const),
  share: CONCURRENCY.masters,
  // The worker died while it decoded this file, possibly because of another one.
  alone: (decoding?.ends ?? 0) > 0,
  begins: decoding?.begins,
});
