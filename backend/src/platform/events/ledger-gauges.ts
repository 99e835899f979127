import { Gauge, Registry } from 'prom-client';

/**
 * Gauges of the job ledger. Only the relay reads it and exposes them: a 0 from any other process would mean that
 * nothing waits. Counts end at 100,000.
 */
export const ledgerRegistry = new Registry();
const registers = [ledgerRegistry];

export const ledgerUp = new Gauge({
  name: 'shop_ledger_up',
  help: '1 when the job ledger was read for this scrape; 0 when PostgreSQL did not respond and its gauges are missing',
  registers,
});
export const outboxWaiting = new Gauge({
  name: 'shop_outbox_unrelayed',
  help: 'Domain events that the relay has not relayed yet, of the types known to this version',
  registers,
});
export const outboxAge = new Gauge({
  name: 'shop_outbox_oldest_age_seconds',
  help: 'Age of the oldest of them; 0 when there is none',
  registers,
});
export const unknownWork = new Gauge({
  name: 'shop_unknown_work',
  help: 'Domain events and job executions of types unknown to this version; they wait for another version',
  labelNames: ['kind'],
  registers,
});
export const deliveriesOpen = new Gauge({
  name: 'shop_deliveries_open',
  help: 'Job executions that are not finished, by queue',
  labelNames: ['queue'],
  registers,
});
export const deliveriesAge = new Gauge({
  name: 'shop_deliveries_oldest_age_seconds',
  help: 'Age of the oldest job execution without a completed attempt, by queue; 0 when there is none',
  labelNames: ['queue'],
  registers,
});
export const deliveriesFailing = new Gauge({
  name: 'shop_deliveries_failing',
  help: 'Open job executions with a failed attempt, by queue; they are retried for a day',
  labelNames: ['queue'],
  registers,
});
export const deadLetters = new Gauge({
  name: 'shop_dead_letters',
  help: 'Dead letters: job executions that were given up and wait for an operator, by job',
  labelNames: ['job'],
  registers,
});
export const unfulfilled = new Gauge({
  name: 'shop_purchases_unfulfilled',
  help: 'Paid purchases whose copies are not ready for download',
  registers,
});
export const unfulfilledAge = new Gauge({
  name: 'shop_purchases_unfulfilled_oldest_age_seconds',
  help: 'Time since payment of the oldest of them; 0 when there is none',
  registers,
});
export const refundsFailed = new Gauge({
  name: 'shop_refunds_failed',
  help: 'Refunds that Stripe rejected or a bank returned, and that no operator has settled',
  registers,
});
export const refundsFailedAge = new Gauge({
  name: 'shop_refunds_failed_oldest_age_seconds',
  help: 'Age of the request for the oldest of them; 0 when there is none',
  registers,
});
export const withdrawalsOpen = new Gauge({
  name: 'shop_withdrawals_open',
  help: 'Withdrawals from a contract that wait for the decision of an administrator',
  registers,
});
export const withdrawalsOpenAge = new Gauge({
  name: 'shop_withdrawals_open_oldest_age_seconds',
  help: 'Age of the oldest of them; 0 when there is none',
  registers,
});
export const disputesOpen = new Gauge({
  name: 'shop_disputes_open',
  help: 'Payments that a buyer’s bank disputes',
  registers,
});
export const exportsAge = new Gauge({
  name: 'shop_exports_oldest_age_seconds',
  help: 'Age of the oldest open request for an export of personal data; 0 when there is none',
  registers,
});
export const erasuresAge = new Gauge({
  name: 'shop_erasures_oldest_overdue_seconds',
  help: 'Time since the due date of the most overdue account erasure; 0 when there is none',
  registers,
});
export const paymentsChecked = new Gauge({
  name: 'shop_payments_checked_timestamp_seconds',
  help: 'When Stripe events were last compared with the purchases',
  registers,
});
export const schedulesDone = new Gauge({
  name: 'shop_schedule_done_timestamp_seconds',
  help: 'When each scheduled job last succeeded; before its first success, when it was first scheduled',
  labelNames: ['job'],
  registers,
});
export const queueJobs = new Gauge({
  name: 'shop_queue_jobs',
  help: 'Jobs in the queues by state: waiting, active, delayed, failed',
  labelNames: ['queue', 'state'],
  registers,
});
export const queueUp = new Gauge({
  name: 'shop_queue_up',
  help: '1 when the queues respond, 0 when they do not; events stay in the outbox meanwhile',
  registers,
});
