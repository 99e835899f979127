import { collectDefaultMetrics, Registry } from 'prom-client';
import { metricsIn } from './metrics-in.js';

/** The metrics of this process in Prometheus format. The alerts in k8s/monitoring depend on their names and labels. */
export const registry = new Registry();
/** Adds metrics of memory, event loop and garbage collection. Call once per process: the collection cannot be stopped. */
export const measureProcess = (): void => collectDefaultMetrics({ register: registry });

const { counter, outcomes, gauge, histogram } = metricsIn(registry);

// The API

export const httpRequests = histogram(
  'http_request_duration_seconds',
  'Requests by route template, cached responses included; status 499: the client disconnected before the response',
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  ['method', 'route', 'status'],
);
export const httpInFlight = gauge('http_requests_in_flight', 'Requests in flight');
export const httpRefused = counter('http_requests_refused_total', 'Requests refused with 503 because of overload');
export const cachedResponses = outcomes(
  'shop_kept_answers_total',
  'Catalogue reads by cache outcome: hit, shared (waited for a concurrent miss) or miss',
  ['hit', 'shared', 'miss'],
);
export const rateLimited = counter(
  'shop_rate_limited_total',
  'Requests refused with 429, by the flow whose limit was reached',
  'flow',
);
export const policyViolations = counter(
  'shop_policy_violations_total',
  'Violations of the Content-Security-Policy that browsers reported, by directive',
  'directive',
);
export const signIns = outcomes('shop_sign_ins_total', 'Sign-in attempts: succeeded or failed', [
  'succeeded',
  'failed',
]);
export const secondFactors = outcomes(
  'shop_second_factor_total',
  'Second factor: challenges issued (asked), and codes by result: right, wrong or paused (refused because of too many wrong codes)',
  ['asked', 'right', 'wrong', 'paused'],
);
export const unprovenMails = outcomes(
  'shop_unproven_mails_total',
  'Mails to unproven addresses: admitted, or skipped at a limit (network, recipient, shop)',
  ['admitted', 'network', 'recipient', 'shop'],
);
export const refreshReuse = counter(
  'shop_refresh_token_reuse_total',
  'Reused refresh tokens; their session was revoked',
);
export const webhooks = outcomes(
  'shop_webhooks_total',
  'Stripe webhooks: accepted, duplicate, ignored, lost (its purchase is missing; a worker rebuilds it), unmatched (no purchase belongs to the payment, and none can be rebuilt from this webhook), mismatched (wrong amount), malformed (signed, but with text that cannot be stored) or rejected (invalid signature)',
  ['accepted', 'duplicate', 'ignored', 'lost', 'unmatched', 'mismatched', 'malformed', 'rejected'],
);
export const payments = outcomes('shop_payments_started_total', 'PaymentIntents created at Stripe: started or failed', [
  'started',
  'failed',
]);

// Every process

export const databaseConnections = gauge(
  'shop_database_connections',
  'Connections of this process to PostgreSQL by state: open or idle; waiting counts the callers that wait for a connection',
  'pool',
  'state',
);
export const databaseConnectionLimit = gauge(
  'shop_database_connections_max',
  'Maximum number of connections of each pool',
  'pool',
);
export const clockSkew = gauge(
  'shop_clock_skew_seconds',
  'How far the clock of this process is ahead of that of PostgreSQL',
);

// The workers

export const jobs = histogram(
  'shop_job_duration_seconds',
  'Jobs by outcome: done, failed (will be retried) or dead (given up)',
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
  ['job', 'outcome'],
);
export const jobsRunning = gauge('shop_jobs_running', 'Running jobs', 'queue');
export const jobsStalled = counter(
  'shop_jobs_stalled_total',
  'Stalled jobs that were assigned to another worker',
  'queue',
);
export const deliveryLag = histogram(
  'shop_delivery_lag_seconds',
  'Time from the recording of a domain event to the end of its job',
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600],
  ['job'],
);
export const decodingConfined = gauge(
  'shop_decoding_confined',
  '1 when the kernel confines the processes that decode uploads, otherwise 0',
);
export const mails = counter(
  'shop_mails_total',
  'Mails by template: sent, failed (will be retried) or permanently refused by the mail server',
  'letter',
  'outcome',
);
export const orphanCopies = counter(
  'shop_orphan_copies_removed_total',
  'Orphaned copies removed from the storage: no database row refers to them',
);
export const retentionEnded = counter(
  'shop_retention_deleted_total',
  'Records deleted at the end of their retention, by kind: invoices, withdrawals, purchases (data of their buyers)',
  'kind',
);
export const documents = histogram(
  'shop_document_duration_seconds',
  'PDF work by step: prepare (a master), personalise (a copy), invoice; done, failed, or refused with a reason',
  [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  ['step', 'outcome'],
);

// The relay

export const relayedEvents = counter('shop_relayed_facts_total', 'Domain events relayed from the outbox to the queues');
export const republished = counter(
  'shop_deliveries_republished_total',
  'Job executions that a queue had lost or given up and that were queued again',
);
