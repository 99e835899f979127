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
  'books',
  'tax',
  'delivery',
] as const;

export type Need = (typeof NEEDS)[number];

/**
 * The secret settings of each part. The Kubernetes Secret of a component contains exactly the secret settings of its
 * program's parts.
 */
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
  books: [],
  tax: [],
  delivery: [],
};

/**
 * The parts that the jobs of each queue read. JobRunner enforces this per job, even in a process that runs all queues.
 */
export const QUEUE_NEEDS: Record<QueueName, readonly Need[]> = {
  // The job that makes the copies of a new version also sends the mail about this version.
  documents: ['database', 'queue', 'storage', 'mail', 'tokens', 'seller'],
  masters: ['database', 'queue', 'storage'],
  mail: ['database', 'queue', 'mail', 'tokens', 'seller'],
  views: ['database', 'queue'],
  payments: ['database', 'queue', 'payments', 'tokens', 'seller', 'tax', 'delivery'],
  privacy: ['database', 'queue', 'storage', 'mail', 'tokens', 'seller'],
};

/**
 * The parts that each program reads. A worker process also reads the parts of its queues (`workerNeeds`). A test compares
 * the manifests with this table.
 */
export const PROGRAM_NEEDS = {
  api: [
    'database',
    'queue',
    'storage',
    'payments',
    'checkout',
    'sessions',
    'tokens',
    'seller',
    'books',
    'tax',
    'delivery',
  ],
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
  reconcile: ['database', 'queue', 'payments', 'tokens', 'tax', 'delivery'],
  tidy: ['database', 'queue'],
  'rotate-keys': ['database', 'queue', 'sessions'],
  'accounts reset-second-factor': ['database', 'queue'],
  'privacy export': ['database', 'queue', 'storage', 'tokens'],
  'privacy delete': ['database', 'queue', 'tokens'],
  'copies sweep': ['database', 'queue', 'storage'],
  books: ['database', 'queue', 'books'],
  retention: ['database', 'queue'],
} as const satisfies Record<string, readonly Need[]>;

/** @returns the parts that a worker process for these queues reads */
export function workerNeeds(queues: readonly QueueName[]): Need[] {
  return [...new Set<Need>([...PROGRAM_NEEDS.workers, ...queues.flatMap((queue) => QUEUE_NEEDS[queue])])];
}
