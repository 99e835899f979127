import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Everything this process measures, as Prometheus reads it. Names and labels are a contract with k8s/monitoring. */
export const registry = new Registry();
/** Memory, event loop and garbage collection too. Once per process: the watch on them never ends, and holds this module. */
export const measureProcess = (): void => collectDefaultMetrics({ register: registry });

const registers = [registry];

/** An alert needs its series from the first scrape, not from the first failure. */
const from0 = <Label extends string>(counter: Counter<Label>, label: Label, values: readonly string[]) => {
  for (const value of values) counter.inc({ [label]: value } as Record<Label, string>, 0);
};

// The API

export const httpRequests = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Requests by the template of their route, never by their address, ready answers included; status 499: the visitor left before the end',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});
export const httpInFlight = new Gauge({
  name: 'http_requests_in_flight',
  help: 'Requests that are being worked on',
  registers,
});
export const httpRefused = new Counter({
  name: 'http_requests_refused_total',
  help: 'Requests sent away with 503 before any work, because too many were being worked on',
  registers,
});
export const keptAnswers = new Counter({
  name: 'shop_kept_answers_total',
  help: 'Reads of the catalogue that found a ready answer (hit), waited for one (shared) or made it (miss)',
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
  help: 'What the content policy of a page has stopped in a browser, by directive, as browsers report it',
  labelNames: ['directive'],
  registers,
});
export const signIns = new Counter({
  name: 'shop_sign_ins_total',
  help: 'Attempts to sign in: succeeded or failed',
  labelNames: ['outcome'],
  registers,
});
from0(signIns, 'outcome', ['succeeded', 'failed']);
export const secondFactors = new Counter({
  name: 'shop_second_factor_total',
  help: 'Second steps of sign-ins: asked for; and codes: right, wrong, or paused (refused after too many wrong ones)',
  labelNames: ['outcome'],
  registers,
});
from0(secondFactors, 'outcome', ['asked', 'right', 'wrong', 'paused']);
export const unprovenMails = new Counter({
  name: 'shop_unproven_mails_total',
  help: 'Mails to addresses that their sender has not proven: admitted, or left out because a ceiling (network, recipient, shop) was reached',
  labelNames: ['outcome'],
  registers,
});
from0(unprovenMails, 'outcome', ['admitted', 'network', 'recipient', 'shop']);
export const refreshReuse = new Counter({
  name: 'shop_refresh_token_reuse_total',
  help: 'Refresh tokens that came back after their successor was in use; their session has been ended',
  registers,
});
export const webhooks = new Counter({
  name: 'shop_webhooks_total',
  help: 'Reports of the card provider: accepted, duplicate, ignored, lost (its purchase has to be rebuilt), unmatched (no such payment here, or not to be rebuilt), mismatched (not the amount that is owed), malformed (signed, but with text that cannot be stored) or rejected (not signed)',
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
  help: 'Payments asked of the card provider: started or failed',
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
  help: 'Jobs by how they ended: done, failed (will be tried again) or dead (given up)',
  labelNames: ['job', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
  registers,
});
export const jobsRunning = new Gauge({
  name: 'shop_jobs_running',
  help: 'Jobs that are being worked on',
  labelNames: ['queue'],
  registers,
});
export const jobsStalled = new Counter({
  name: 'shop_jobs_stalled_total',
  help: 'Jobs whose worker fell silent and that were given to another',
  labelNames: ['queue'],
  registers,
});
export const deliveryLag = new Histogram({
  name: 'shop_delivery_lag_seconds',
  help: 'From the moment a fact was recorded to the end of the job that reacts to it',
  labelNames: ['job'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600],
  registers,
});
export const decodingConfined = new Gauge({
  name: 'shop_decoding_confined',
  help: 'Whether the kernel confines the processes that decode uploads: 1, or 0 when it cannot',
  registers,
});
export const letters = new Counter({
  name: 'shop_mails_total',
  help: 'Mails by letter: sent, failed (will be tried again) or refused by the server for good',
  labelNames: ['letter', 'outcome'],
  registers,
});
export const orphanCopies = new Counter({
  name: 'shop_orphan_copies_removed_total',
  help: 'Copies removed from the storage that no row of the database named',
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
  help: 'Facts carried from the outbox to the queues',
  registers,
});
export const republished = new Counter({
  name: 'shop_deliveries_republished_total',
  help: 'Deliveries that a queue had lost or given up and that were given to it again',
  registers,
});
