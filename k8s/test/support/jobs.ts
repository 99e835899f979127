import type { QueueName } from '#backend/platform/events/queue-names.js';
import { reactions, schedules } from '#workers/reactions.js';
import type { Pod } from './pods.js';

/** @returns the reactions whose jobs run in a queue */
export const queueReactions = (queue: QueueName) => reactions.filter((reaction) => reaction.queue === queue);

/** @returns the queues whose jobs a pod runs */
export function podQueues({ containers }: Pod): string[] {
  const value = containers[0]?.env?.find(({ name }) => name === 'WORKER_QUEUES')?.value;
  return value && value !== 'none' ? value.split(',') : [];
}

/** @returns the longest deadline of a pod's jobs in milliseconds; 0 for a pod without jobs */
export function longestJobMs(pod: Pod): number {
  const jobs = [...reactions, ...schedules].filter(({ queue }) => podQueues(pod).includes(queue));
  return Math.max(0, ...jobs.map(({ deadlineMs }) => deadlineMs));
}
