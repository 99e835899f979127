import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process in Prometheus format. k8s/monitoring depends on names and labels. */
export const registry = new Registry();
/** Adds memory, event loop and garbage collection metrics. Call once per process: the collection never stops. */
export const measureProcess = (): void => collectDefaultMetrics({ register: registry });

const registers = [registry];

/** Creates the series with 0: alerts need them from the first scrape. */
const from0 = <Label extends string>(counter: Counter<Label>, label: Label, values: readonly string[]) => {
  for (const value of values) counter.inc({ [label]: value } as Record<Label, string>, 0);
};

// The API

export const httpRequests = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Requests by route template, cached responses included; status 499: the client disconnected before the response',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});
export const httpInFlight = new Gauge({
  name: 'http_requests_in_flight',
  help: 'Requests in flight',
  registers,
});
export const httpRefused = new Counter({
  name: 'http_requests_refused_total',
  help: 'Requests refused with 503 because of overload',
  registers,
});
export const keptAnswers = new Counter({
  name: 'shop_kept_answers_total',
  help: 'Catalogue reads by cache outcome: hit, shared (waited for a concurrent miss) or miss',
  labelNames: ['outcome'],
  registers,
});
from0(keptAnswers, 'outcome', ['hit', 'shared', 'miss']);
export const rateLimited = new Counter({
  name: 'shop_rate_limited_total',
  help: 'Requests refused with 429, by the flow whose limit was reached',
  labelNames: ['flow'],
  registers,
});
export const policyViolations = new Counter({
  name: 'shop_policy_violations_total',
  help: 'Violations of the Content-Security-Policy that browsers reported, by directive',
  labelNames: ['directive'],
  registers,
});
export const signIns = new Counter({
  name: 'shop_sign_ins_total',
  help: 'Sign-in attempts: succeeded or failed',
  labelNames: ['outcome'],
  registers,
});
from0(signIns, 'outcome', ['succeeded', 'failed']);
export const secondFactors = new Counter({
  name: 'shop_second_factor_total',
  help: 'Second-factor challenges: asked; and codes: right, wrong, or paused (refused after too many wrong ones)',
  labelNames: ['outcome'],
  registers,
});
from0(secondFactors, 'outcome', ['asked', 'right', 'wrong', 'paused']);
export const unprovenMails = new Counter({
  name: 'shop_unproven_mails_total',
  help: 'Mails to unproven addresses: admitted, or skipped at a limit (network, recipient, shop)',
  labelNames: ['outcome'],
  registers,
});
from0(unprovenMails, 'outcome', ['admitted', 'network', 'recipient', 'shop']);
export const refreshReuse = new Counter({
  name: 'shop_refresh_token_reuse_total',
  help: 'Reused refresh tokens; their session was revoked',
  registers,
});
export const webhooks = new Counter({
  name: 'shop_webhooks_total',
  help: 'Stripe webhooks: accepted, duplicate, ignored, lost (its purchase has to be rebuilt), unmatched (unknown payment that cannot be rebuilt), mismatched (wrong amount), malformed (signed, but with text that cannot be stored) or rejected (invalid signature)',
  labelNames: ['outcome'],
  registers,
});
from0(webhooks, 'outcome', [
  'accepted',
  'duplicate',
  'ignored',
  'lost',
  'unmatched',
  'mismatched',
  'malformed',
  'rejected',
]);
export const payments = new Counter({
  name: 'shop_payments_started_total',
  help: 'PaymentIntents created at Stripe: started or failed',
  labelNames: ['outcome'],
  registers,
});
from0(payments, 'outcome', ['started', 'failed']);

// Every process

export const databaseConnections = new Gauge({
  name: 'shop_database_connections',
  help: 'Connections of this process to PostgreSQL: open, idle, and requests waiting for one',
  labelNames: ['pool', 'state'],
  registers,
});
export const databaseConnectionLimit = new Gauge({
  name: 'shop_database_connections_max',
  help: 'How many connections each pool may open',
  labelNames: ['pool'],
  registers,
});
export const clockSkew = new Gauge({
  name: 'shop_clock_skew_seconds',
  help: 'How far the clock of this process is ahead of that of PostgreSQL',
  registers,
});

// The workers

export const jobs = new Histogram({
  name: 'shop_job_duration_seconds',
  help: 'Jobs by outcome: done, failed (will be retried) or dead (given up)',
  labelNames: ['job', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
  registers,
});
export const jobsRunning = new Gauge({
  name: 'shop_jobs_running',
  help: 'Running jobs',
  labelNames: ['queue'],
  registers,
});
export const jobsStalled = new Counter({
  name: 'shop_jobs_stalled_total',
  help: 'Stalled jobs that were assigned to another worker',
  labelNames: ['queue'],
  registers,
});
export const deliveryLag = new Histogram({
  name: 'shop_delivery_lag_seconds',
  help: 'Time from the recording of a domain event to the end of its job',
  labelNames: ['job'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600],
  registers,
});
export const decodingConfined = new Gauge({
  name: 'shop_decoding_confined',
  help: '1 when the kernel confines the processes that decode uploads, otherwise 0',
  registers,
});
export const letters = new Counter({
  name: 'shop_mails_total',
  help: 'Mails by template: sent, failed (will be retried) or permanently refused by the mail server',
  labelNames: ['letter', 'outcome'],
  registers,
});
export const orphanCopies = new Counter({
  name: 'shop_orphan_copies_removed_total',
  help: 'Orphaned copies removed from the storage: no database row refers to them',
  registers,
});
export const documents = new Histogram({
  name: 'shop_document_duration_seconds',
  help: 'PDF work by step: prepare (a master), personalise (a copy), invoice; done, failed, or refused with a reason',
  labelNames: ['step', 'outcome'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers,
});

// The relay

export const relayedFacts = new Counter({
  name: 'shop_relayed_facts_total',
  help: 'Domain events relayed from the outbox to the queues',
  registers,
});
export const republished = new Counter({
  name: 'shop_deliveries_republished_total',
  help: 'Job executions that a queue had lost or given up and that were queued again',
  registers,
});
