import pLimit from 'p-limit';
import { ApiError } from '../../platform/api-error.js';

/**
 * Limits concurrent hashing. Each hash uses 19 MiB and a core, so a burst of sign-ins would exhaust the process.
 * @param concurrency the number of hashes that run at the same time
 * @param queueLimit the number of hashes that can wait
 * @returns a function that runs a hash; the function throws {ApiError} 503 UNAVAILABLE when too many hashes wait
 */
export function hashQueue(concurrency: number, queueLimit: number) {
  const limit = pLimit(concurrency);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount < queueLimit) return limit(work);
    throw new ApiError(503, 'UNAVAILABLE', 'Server error. Please try again later.', undefined, 2);
  };
}
