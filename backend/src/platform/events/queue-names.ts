/** One queue per kind of work, so that a slow mail server never holds up a PDF. */
export const QUEUES = ['documents', 'masters', 'mail', 'views', 'payments', 'privacy'] as const;
export type QueueName = (typeof QUEUES)[number];
