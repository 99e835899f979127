import { OTHER_MEMBER_PLACES } from '../platform/tax/places.js';
import { DEAD } from './event-rows.js';
import { OVERDUE_SECONDS } from './health-thresholds.js';

/** Counting stops here, because a higher count costs more and tells an operator nothing new. */
const MAX_COUNT = 100_000;

/** Counts of open work, and the ages of the oldest open work in seconds; the age 0 means that no work is open. */
export interface LedgerFigures {
  /** Name of the newest migration of the database. */
  schema: string | null;
  /** Events of known types that no relay has relayed. */
  outboxWaiting: number;
  outboxAge: number;
  /** Events of types unknown to this version of the program; they wait for the relay of a newer program. */
  unknownEvents: number;
  /** Paid purchases whose copies are not ready; age since the payment, or since the delivery of a deferred order began. */
  unfulfilled: number;
  unfulfilledAge: number;
  /** Refunds that Stripe refused or a bank returned and that an operator must settle; age since the request. */
  refundsFailed: number;
  refundsFailedAge: number;
  /** Withdrawals that wait for a decision; age since they were received. */
  withdrawalsOpen: number;
  withdrawalsOpenAge: number;
  /** Payments that a buyer’s bank disputes. */
  disputesOpen: number;
  /** Net sales to other member states by invoices without OSS, in euro cents: this year or last year, whichever is higher. */
  euSalesCents: number;
  /** Exports of personal data that are not finished; age since the request. */
  exportsOpen: number;
  exportsOverdue: number;
  exportsAge: number;
  /** Erasures that are due; age since their due time. */
  erasuresOpen: number;
  erasuresOverdue: number;
  erasuresAge: number;
  /** Dead letters by job. */
  dead: { job: string; count: number }[];
  /** When each scheduled job last succeeded, in Unix seconds. */
  runs: { job: string; at: number }[];
  /**
   * The older of the last successes of the two jobs that compare payments with Stripe, in Unix seconds; 0 until both
   * succeeded.
   */
  paymentsChecked: number;
  /** Seconds since `paymentsChecked`; 0 until both jobs succeeded. */
  paymentsUnchecked: number;
  /** Stripe events up to this time have been read; null before the first read. */
  reconciledUntil: Date | null;
  /** Seconds since `reconciledUntil`. */
  reconciledAge: number | null;
}

const countRows = (from: string) => `(select count(*)::int from (select from ${from} limit ${MAX_COUNT}) counted)`;
const secondsSince = (moment: string) => `greatest(extract(epoch from now() - ${moment}), 0)::float8`;
const measureAge = (moment: string, from: string) =>
  `coalesce((select ${secondsSince(moment)} from ${from} limit 1), 0)`;
const collectRows = (query: string) => `(select coalesce(jsonb_agg(r), '[]'::jsonb) from (${query}) r)`;
const secondsAgo = (seconds: number) => `now() - make_interval(secs => ${seconds})`;

const UNRELAYED = 'outbox_events where relayed_at is null';
const UNRELAYED_KNOWN = `${UNRELAYED} and type = any($1)`;
/** A deferred order counts after its delivery has begun. The conditions are those of a partial index. */
const UNFULFILLED = `purchases where status = 'paid' and copies_made_at is null and buyer_erased_at is null
  and (not delivery_deferred or delivery_begun_at is not null)`;
const DELIVERED_FROM = 'coalesce(delivery_begun_at, paid_at)';
/** Refunds of disputed payments do not count: during a dispute, only the bank can return the money. */
const REFUNDS_FAILED = `refund_requests r where r.failure is not null
  and not exists (select from purchases u where u.id = r.purchase_id and u.dispute_state = 'open')`;
const WITHDRAWALS_OPEN = `withdrawals where outcome = 'review' and decided_at is null`;
/** The conditions on scheme and country are those of a partial index. */
const EU_SALES = `(
  select max(y.cents) from (
    select sum(net_cents) as cents from invoices
    where tax_scheme <> 'oss' and country <> 'DE' and country in ('${OTHER_MEMBER_PLACES.join("', '")}')
      and supplied_on >= date_trunc('year', now() at time zone 'Europe/Berlin' - interval '1 year')
    group by extract(year from supplied_on)) y)`;
const DISPUTES_OPEN = `purchases where dispute_state = 'open'`;
const EXPORTS = `export_requests where state in ('queued', 'running')`;
const ERASURES = 'deletions where requested_at is not null and undone_at is null and erased_at is null';
/** Both jobs must have succeeded: one retrieves single PaymentIntents, the other reads the list of Stripe events. */
const PAYMENTS_CHECKED = `(select min(done_at) from schedule_runs where job in ('reconcile-payments', 'poll-stripe-events') having count(*) = 2)`;

/**
 * Selects one row of `LedgerFigures`. `$1` is the list of known event types. Every count of open work uses a small partial
 * index.
 */
export const LEDGER_FIGURES = `
select (select name from schema_migrations order by name desc limit 1) as schema,
       ${countRows(UNRELAYED_KNOWN)} as "outboxWaiting",
       ${measureAge('occurred_at', `${UNRELAYED_KNOWN} order by id`)} as "outboxAge",
       ${countRows(`${UNRELAYED} and type <> all($1)`)} as "unknownEvents",
       ${countRows(UNFULFILLED)} as unfulfilled,
       ${measureAge(DELIVERED_FROM, `${UNFULFILLED} order by ${DELIVERED_FROM}`)} as "unfulfilledAge",
       ${countRows(REFUNDS_FAILED)} as "refundsFailed",
       ${measureAge('requested_at', `${REFUNDS_FAILED} order by requested_at`)} as "refundsFailedAge",
       ${countRows(WITHDRAWALS_OPEN)} as "withdrawalsOpen",
       ${measureAge('received_at', `${WITHDRAWALS_OPEN} order by received_at`)} as "withdrawalsOpenAge",
       ${countRows(DISPUTES_OPEN)} as "disputesOpen",
       coalesce(${EU_SALES}, 0)::float8 as "euSalesCents",
       ${countRows(EXPORTS)} as "exportsOpen",
       ${countRows(`${EXPORTS} and requested_at < ${secondsAgo(OVERDUE_SECONDS.exports)}`)} as "exportsOverdue",
       coalesce((select ${secondsSince('min(requested_at)')} from ${EXPORTS}), 0) as "exportsAge",
       ${countRows(`${ERASURES} and erase_at <= now()`)} as "erasuresOpen",
       ${countRows(`${ERASURES} and erase_at < ${secondsAgo(OVERDUE_SECONDS.erasures)}`)} as "erasuresOverdue",
       ${measureAge('erase_at', `${ERASURES} order by erase_at`)} as "erasuresAge",
       ${collectRows(`select d.reaction as job, count(*)::int as count from deliveries d where ${DEAD} group by d.reaction`)} as dead,
       ${collectRows(`select job, extract(epoch from done_at)::float8 as at from schedule_runs`)} as runs,
       coalesce(extract(epoch from ${PAYMENTS_CHECKED})::float8, 0) as "paymentsChecked",
       coalesce(${secondsSince(PAYMENTS_CHECKED)}, 0) as "paymentsUnchecked",
       (select read_until from stripe_cursor) as "reconciledUntil",
       (select ${secondsSince('read_until')} from stripe_cursor) as "reconciledAge"`;

export interface OpenJobs {
  job: string;
  /** Null for rows that were written before this column existed. */
  queue: string | null;
  open: number;
  /** Open executions whose last attempt failed; they are retried for 24 hours. */
  failing: number;
  /** Seconds since the event of the oldest open execution was recorded, or since its last replay. */
  oldestAge: number;
  /** Like `oldestAge`, for the oldest open execution that is not failing: no attempt has failed since its last replay. */
  untriedAge: number;
}

const OPEN_OF_JOB = 'd.reaction = job and d.done_at is null and d.dead_at is null';
/** SQL condition: the last attempt failed. Errors from before the last replay do not count. */
const FAILING = `(d.last_error is not null and coalesce(d.started_at > d.replayed_at, d.replayed_at is null))`;
const ageOfOldest = (condition: string) => `
  greatest(
    coalesce((select ${secondsSince('e.occurred_at')} from outbox_events e where e.id = (
      select d.event_id from deliveries d where ${condition} and d.replayed_at is null order by d.event_id limit 1)), 0),
    ${measureAge('d.replayed_at', `deliveries d where ${condition} and d.replayed_at is not null order by d.replayed_at`)})`;
const nextJob = (condition: string) =>
  `select reaction from deliveries where ${condition} done_at is null and dead_at is null order by reaction limit 1`;

/**
 * Selects one row per job with open executions, including jobs unknown to this program. The recursive query finds each job
 * with one index lookup. Event ids increase with time, so the lowest id belongs to the oldest event.
 */
export const OPEN_JOBS = `
with recursive jobs (job) as (
  (${nextJob('')}) union all select (${nextJob('reaction > job and')}) from jobs where job is not null)
select job, (select d.queue from deliveries d where ${OPEN_OF_JOB} limit 1) as queue,
       ${countRows(`deliveries d where ${OPEN_OF_JOB}`)} as open,
       ${countRows(`deliveries d where ${OPEN_OF_JOB} and ${FAILING}`)} as failing,
       ${ageOfOldest(OPEN_OF_JOB)} as "oldestAge",
       ${ageOfOldest(`${OPEN_OF_JOB} and not ${FAILING}`)} as "untriedAge"
from jobs where job is not null`;
