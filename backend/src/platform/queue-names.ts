/** One queue per kind of work, so that a slow mail server never holds up a PDF. */
export const QUEUES = ['documents', 'masters', 'mail', 'views', 'payments', 'privacy'] as const;
export type QueueName = (typeof QUEUES)[number];

/** Reads WORKER_QUEUES; `none` is for the process that only relays. */
export function readQueues(value: string | undefined, problems: string[]): readonly QueueName[] {
  if (!value) return QUEUES;
  if (value === 'none') return [];
  const names = value.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(QUEUES as readonly string[]).includes(name));
  if (unknown.length > 0) {
    problems.push(`WORKER_QUEUES: "${unknown.join(', ')}" is no queue; there are ${QUEUES.join(', ')}, or none`);
  }
  return QUEUES.filter((name) => names.includes(name));
}
