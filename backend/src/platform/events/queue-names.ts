/** One queue per kind of job, so that a slow mail server does not delay PDFs. */
export const QUEUES = ['documents', 'masters', 'mail', 'views', 'payments', 'privacy'] as const;
export type QueueName = (typeof QUEUES)[number];
