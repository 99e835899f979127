import type { QueueName } from '../events/queue-names.js';

/** The parts of the configuration that a program has to request. All other settings are read by every program. */
export const NEEDS = [
  'database',
  'owner',
  'queue',
  'storage',
  'mail',
  'payments',
  'checkout',
  'sessions',
  'tokens',
  'seller',
] as const;

export type Need = (typeof NEEDS)[number];

/** The secret settings of each part. The Kubernetes Secret of a component contains exactly these. */
export const SECRETS: Record<Need, readonly string[]> = {
  database: ['DATABASE_URL'],
  owner: ['DATABASE_OWNER_URL'],
  queue: ['REDIS_URL'],
  storage: ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  mail: ['SMTP_URL'],
  payments: ['STRIPE_SECRET_KEY'],
  checkout: ['STRIPE_WEBHOOK_SECRET'],
  sessions: ['JWT_PRIVATE_KEY', 'JWT_KEY_ID', 'JWT_PREVIOUS_PUBLIC_KEYS'],
  tokens: ['TOKEN_SECRET'],
  seller: [],
};

/**
 * The parts that the jobs of each queue read. JobRunner enforces this per job, even in a process that runs all queues.
 */
export const QUEUE_NEEDS: Record<QueueName, readonly Need[]> = {
  // The job that sends a new version of a file also sends its mail.
  documents: ['database', 'queue', 'storage', 'mail', 'tokens', 'seller'],
  masters: ['database', 'queue', 'storage'],
  mail: ['database', 'queue', 'mail', 'tokens', 'seller'],
  views: ['database', 'queue'],
  payments: ['database', 'queue', 'payments', 'tokens', 'seller'],
  privacy: ['database', 'queue', 'storage', 'mail', 'tokens', 'seller'],
};

/**
 * The parts that each program reads. A worker process also reads the parts of its queues (`workerNeeds`). A test compares
 * the manifests with this table.
 */
export const PROGRAM_NEEDS = {
  api: ['database', 'queue', 'storage', 'payments', 'checkout', 'sessions', 'tokens', 'seller'],
  workers: ['database', 'queue'],
  migrate: ['owner', 'database'],
  seed: ['database', 'storage', 'tokens'],
} as const satisfies Record<string, readonly Need[]>;

/** The parts that each command of the operators' tool reads; the CronJobs run `reconcile` and `tidy`. */
export const OPS_NEEDS = {
  'events list': ['database', 'queue'],
  'events show': ['database', 'queue'],
  'events replay': ['database', 'queue'],
  'events discard': ['database', 'queue'],
  reconcile: ['database', 'queue', 'payments', 'tokens'],
  tidy: ['database', 'queue'],
  'rotate-keys': ['database', 'queue', 'sessions'],
  'accounts reset-second-factor': ['database', 'queue'],
  'privacy export': ['database', 'queue', 'storage', 'tokens'],
  'privacy delete': ['database', 'queue', 'tokens'],
  'copies sweep': ['database', 'queue', 'storage'],
} as const satisfies Record<string, readonly Need[]>;

/** @returns the parts that a worker process for these queues reads */
export function workerNeeds(queues: readonly QueueName[]): Need[] {
  return [...new Set<Need>([...PROGRAM_NEEDS.workers, ...queues.flatMap((queue) => QUEUE_NEEDS[queue])])];
}
