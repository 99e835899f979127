import { Gauge, Registry } from 'prom-client';

/** What stands in the ledger, for the relay, which reads it: from any other process, a 0 would say that all is well. Counts end at 100,000. */
export const ledgerRegistry = new Registry();
const ofLedger = [ledgerRegistry];

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
