import pLimit from 'p-limit';
import { ApiError } from '../../platform/api-error.js';

/**
 * Limits concurrent hashing. Each hash uses 19 MiB and a core, so a burst of sign-ins would exhaust the process.
 * @returns a function that runs its argument, and throws 503 UNAVAILABLE when the queue is full
 */
export function hashQueue(concurrency: number, queueLimit: number) {
  const limit = pLimit(concurrency);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount < queueLimit) return limit(work);
    throw new ApiError(503, 'UNAVAILABLE', 'Server error. Please try again later.', undefined, 2);
  };
}
