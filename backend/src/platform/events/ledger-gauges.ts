import { Registry } from 'prom-client';
import { metricsIn } from '../telemetry/metrics-in.js';

/**
 * Gauges of the job ledger. Only the relay sets and exposes them; in any other process they would wrongly show 0. Counts
 * stop at 100,000.
 */
export const ledgerRegistry = new Registry();
const { gauge } = metricsIn(ledgerRegistry);

export const ledgerUp = gauge(
  'shop_ledger_up',
  '1 when the job ledger was read for this scrape; 0 when PostgreSQL did not respond and the ledger gauges are missing',
);
export const outboxWaiting = gauge(
  'shop_outbox_unrelayed',
  'Domain events that the relay has not relayed yet, of the types known to this version',
);
export const outboxAge = gauge(
  'shop_outbox_oldest_age_seconds',
  'Age of the oldest domain event in shop_outbox_unrelayed; 0 when there is none',
);
export const unknownWork = gauge(
  'shop_unknown_work',
  'Domain events and job executions of types unknown to this version; they wait for another version',
  'kind',
);
export const deliveriesOpen = gauge('shop_deliveries_open', 'Job executions neither done nor dead, by queue', 'queue');
export const oldestUntriedAge = gauge(
  'shop_deliveries_oldest_age_seconds',
  'Age of the oldest job execution without a completed attempt, by queue; 0 when there is none',
  'queue',
);
export const deliveriesFailing = gauge(
  'shop_deliveries_failing',
  'Open job executions with a failed attempt, by queue; they are retried for a day',
  'queue',
);
export const deadLetters = gauge(
  'shop_dead_letters',
  'Dead letters: job executions that were given up and wait for an operator, by job',
  'job',
);
export const unfulfilled = gauge(
  'shop_purchases_unfulfilled',
  'Paid purchases whose copies are not ready for download',
);
export const unfulfilledAge = gauge(
  'shop_purchases_unfulfilled_oldest_age_seconds',
  'Time since the payment of the oldest purchase in shop_purchases_unfulfilled; 0 when there is none',
);
export const refundsFailed = gauge(
  'shop_refunds_failed',
  'Refunds that Stripe rejected or a bank returned, and that no operator has settled',
);
export const refundsFailedAge = gauge(
  'shop_refunds_failed_oldest_age_seconds',
  'Time since the request of the oldest refund in shop_refunds_failed; 0 when there is none',
);
export const withdrawalsOpen = gauge(
  'shop_withdrawals_open',
  'Withdrawals from a contract that wait for the decision of an administrator',
);
export const withdrawalsOpenAge = gauge(
  'shop_withdrawals_open_oldest_age_seconds',
  'Age of the oldest withdrawal in shop_withdrawals_open; 0 when there is none',
);
export const disputesOpen = gauge('shop_disputes_open', 'Payments that a buyer’s bank disputes');
export const euSales = gauge(
  'shop_eu_sales_without_oss_cents',
  'Net sales to other member states by invoices without OSS, in euro cents: this year or last year, whichever is higher. From 1000000 on, the VAT of the buyer’s country applies',
);
export const exportsAge = gauge(
  'shop_exports_oldest_age_seconds',
  'Age of the oldest open request for an export of personal data; 0 when there is none',
);
export const erasuresAge = gauge(
  'shop_erasures_oldest_overdue_seconds',
  'Time since the due date of the most overdue account erasure; 0 when there is none',
);
export const paymentsChecked = gauge(
  'shop_payments_checked_timestamp_seconds',
  'When Stripe events were last compared with the purchases',
);
export const schedulesDone = gauge(
  'shop_schedule_done_timestamp_seconds',
  'When each scheduled job last succeeded; before its first success, when it was first scheduled',
  'job',
);
export const queueJobs = gauge(
  'shop_queue_jobs',
  'Jobs in the queues by state: waiting, active, delayed, failed',
  'queue',
  'state',
);
export const queueUp = gauge(
  'shop_queue_up',
  '1 when the queues respond, 0 when they do not; events stay in the outbox meanwhile',
);
