import type { QueueName } from '#backend/platform/events/queue-names.js';

/** Number of jobs of each queue that one process runs concurrently. */
export const CONCURRENCY: Record<QueueName, number> = {
  documents: 4,
  masters: 2,
  mail: 4,
  views: 1,
  payments: 1,
  privacy: 1,
};
