import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Everything this process measures, as Prometheus reads it. Names and labels are a contract with k8s/monitoring. */
export const registry = new Registry();
/** Memory, event loop and garbage collection too. Once per process: the watch on them never ends, and holds this module. */
export const measureProcess = (): void => collectDefaultMetrics({ register: registry });
/** What stands in the ledger, for the process that reads it: from any other, a 0 would say that all is well. */
export const ledgerRegistry = new Registry();

const registers = [registry];
const ofLedger = [ledgerRegistry];

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

// The relay, which reads them in the ledger. Counts end at 100,000.

export const ledgerUp = new Gauge({
  name: 'shop_ledger_up',
  help: '1 when the figures of the ledger were read for this scrape; 0 when PostgreSQL did not answer, and they are left out',
  registers: ofLedger,
});
export const outboxWaiting = new Gauge({
  name: 'shop_outbox_unrelayed',
  help: 'Facts that no relay has carried yet, of the types that this version knows',
  registers: ofLedger,
});
export const outboxAge = new Gauge({
  name: 'shop_outbox_oldest_age_seconds',
  help: 'Age of the oldest of them; 0 when there is none',
  registers: ofLedger,
});
export const unknownWork = new Gauge({
  name: 'shop_unknown_work',
  help: 'What waits for another version, because this one knows no job for it: facts and deliveries',
  labelNames: ['kind'],
  registers: ofLedger,
});
export const deliveriesOpen = new Gauge({
  name: 'shop_deliveries_open',
  help: 'Deliveries that no worker has finished yet, by queue',
  labelNames: ['queue'],
  registers: ofLedger,
});
export const deliveriesAge = new Gauge({
  name: 'shop_deliveries_oldest_age_seconds',
  help: 'Age of the oldest delivery that no worker has tried to the end yet, by queue; 0 when there is none',
  labelNames: ['queue'],
  registers: ofLedger,
});
export const deliveriesFailing = new Gauge({
  name: 'shop_deliveries_failing',
  help: 'Open deliveries that were tried and failed, by queue; they are tried again for a day',
  labelNames: ['queue'],
  registers: ofLedger,
});
export const deadLetters = new Gauge({
  name: 'shop_dead_letters',
  help: 'Deliveries that were given up and wait for a person, by job',
  labelNames: ['job'],
  registers: ofLedger,
});
export const unfulfilled = new Gauge({
  name: 'shop_purchases_unfulfilled',
  help: 'Purchases that are paid and whose copies cannot be downloaded yet',
  registers: ofLedger,
});
export const unfulfilledAge = new Gauge({
  name: 'shop_purchases_unfulfilled_oldest_age_seconds',
  help: 'How long the longest waiting of them has been paid; 0 when there is none',
  registers: ofLedger,
});
export const refundsFailed = new Gauge({
  name: 'shop_refunds_failed',
  help: 'Refunds that the card provider refused or a bank sent back, and that nobody has settled',
  registers: ofLedger,
});
export const refundsFailedAge = new Gauge({
  name: 'shop_refunds_failed_oldest_age_seconds',
  help: 'How long ago the oldest of them was asked for; 0 when there is none',
  registers: ofLedger,
});
export const withdrawalsOpen = new Gauge({
  name: 'shop_withdrawals_open',
  help: 'Withdrawals from a contract that a person has to decide',
  registers: ofLedger,
});
export const withdrawalsOpenAge = new Gauge({
  name: 'shop_withdrawals_open_oldest_age_seconds',
  help: 'How long ago the oldest of them came in; 0 when there is none',
  registers: ofLedger,
});
export const disputesOpen = new Gauge({
  name: 'shop_disputes_open',
  help: 'Payments that a buyer’s bank disputes',
  registers: ofLedger,
});
export const exportsAge = new Gauge({
  name: 'shop_exports_oldest_age_seconds',
  help: 'Age of the oldest request for personal data that is not answered yet; 0 when there is none',
  registers: ofLedger,
});
export const erasuresAge = new Gauge({
  name: 'shop_erasures_oldest_overdue_seconds',
  help: 'How long the longest overdue erasure of an account should have been finished; 0 when there is none',
  registers: ofLedger,
});
export const paymentsChecked = new Gauge({
  name: 'shop_payments_checked_timestamp_seconds',
  help: 'When the reports of the card provider were last compared with the purchases',
  registers: ofLedger,
});
export const schedulesDone = new Gauge({
  name: 'shop_schedule_done_timestamp_seconds',
  help: 'When each job that runs by the clock last ended well; for one that never has, when it was first planned',
  labelNames: ['job'],
  registers: ofLedger,
});
export const queueJobs = new Gauge({
  name: 'shop_queue_jobs',
  help: 'Jobs in the queues by state: waiting, active, delayed, failed',
  labelNames: ['queue', 'state'],
  registers: ofLedger,
});
export const queueUp = new Gauge({
  name: 'shop_queue_up',
  help: '1 when the queues answer, 0 when they do not; the outbox keeps the work meanwhile',
  registers: ofLedger,
});
