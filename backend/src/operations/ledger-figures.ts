import { DEAD } from './event-rows.js';
import { OVERDUE_SECONDS } from './health-thresholds.js';

/** Counts stop at this figure: an operator acts the same on a higher one, which would take longer to count. */
const MAX_COUNT = 100_000;

/** Ages are in seconds, and 0 when nothing waits. */
export interface LedgerFigures {
  schema: string | null;
  outboxWaiting: number;
  outboxAge: number;
  /** Events of types unknown to this version: a relay of a newer version publishes them. */
  unknownEvents: number;
  unfulfilled: number;
  unfulfilledAge: number;
  /** Refunds that Stripe refused or a bank returned, and that an operator has to settle; age since the request. */
  refundsFailed: number;
  refundsFailedAge: number;
  /** Withdrawals that wait for a decision. */
  withdrawalsOpen: number;
  withdrawalsOpenAge: number;
  disputesOpen: number;
  exportsOpen: number;
  exportsOverdue: number;
  exportsAge: number;
  erasuresOpen: number;
  erasuresOverdue: number;
  erasuresAge: number;
  dead: { job: string; count: number }[];
  /** When each scheduled job last succeeded, in Unix seconds. */
  runs: { job: string; at: number }[];
  /** When both jobs that compare payments with Stripe had last succeeded, in Unix seconds; 0: never. */
  paymentsChecked: number;
  paymentsUnchecked: number;
  /** Until when Stripe events have been read; null: never. */
  reconciledUntil: Date | null;
  reconciledAge: number | null;
}

const countRows = (from: string) => `(select count(*)::int from (select from ${from} limit ${MAX_COUNT}) counted)`;
const since = (moment: string) => `greatest(extract(epoch from now() - ${moment}), 0)::float8`;
const measureAge = (moment: string, from: string) => `coalesce((select ${since(moment)} from ${from} limit 1), 0)`;
const collectRows = (query: string) => `(select coalesce(jsonb_agg(r), '[]'::jsonb) from (${query}) r)`;
const before = (seconds: number) => `now() - make_interval(secs => ${seconds})`;

const UNRELAYED = 'outbox_events where relayed_at is null';
const KNOWN_UNRELAYED = `${UNRELAYED} and type = any($1)`;
const UNFULFILLED = `purchases where status = 'paid' and copies_made_at is null and buyer_erased_at is null`;
/** While a payment is disputed, only the bank can return the money. */
const REFUNDS_FAILED = `refund_requests r where r.failure is not null
  and not exists (select from purchases u where u.id = r.purchase_id and u.dispute_state = 'open')`;
const WITHDRAWALS_OPEN = `withdrawals where outcome = 'review' and decided_at is null`;
const DISPUTES_OPEN = `purchases where dispute_state = 'open'`;
const EXPORTS = `export_requests where state in ('queued', 'running')`;
const ERASURES = 'deletions where requested_at is not null and undone_at is null and erased_at is null';
/** Both jobs have to succeed: one retrieves single PaymentIntents, the other reads the list of Stripe events. */
const CHECKED = `(select min(done_at) from schedule_runs where job in ('reconcile-payments', 'poll-stripe-events') having count(*) = 2)`;

/** $1: the known event types. Every figure uses a small partial index. */
export const LEDGER_FIGURES = `
select (select name from schema_migrations order by name desc limit 1) as schema,
       ${countRows(KNOWN_UNRELAYED)} as "outboxWaiting",
       ${measureAge('occurred_at', `${KNOWN_UNRELAYED} order by id`)} as "outboxAge",
       ${countRows(`${UNRELAYED} and type <> all($1)`)} as "unknownEvents",
       ${countRows(UNFULFILLED)} as unfulfilled,
       ${measureAge('paid_at', `${UNFULFILLED} order by paid_at`)} as "unfulfilledAge",
       ${countRows(REFUNDS_FAILED)} as "refundsFailed",
       ${measureAge('requested_at', `${REFUNDS_FAILED} order by requested_at`)} as "refundsFailedAge",
       ${countRows(WITHDRAWALS_OPEN)} as "withdrawalsOpen",
       ${measureAge('received_at', `${WITHDRAWALS_OPEN} order by received_at`)} as "withdrawalsOpenAge",
       ${countRows(DISPUTES_OPEN)} as "disputesOpen",
       ${countRows(EXPORTS)} as "exportsOpen",
       ${countRows(`${EXPORTS} and requested_at < ${before(OVERDUE_SECONDS.exports)}`)} as "exportsOverdue",
       coalesce((select ${since('min(requested_at)')} from ${EXPORTS}), 0) as "exportsAge",
       ${countRows(`${ERASURES} and erase_at <= now()`)} as "erasuresOpen",
       ${countRows(`${ERASURES} and erase_at < ${before(OVERDUE_SECONDS.erasures)}`)} as "erasuresOverdue",
       ${measureAge('erase_at', `${ERASURES} order by erase_at`)} as "erasuresAge",
       ${collectRows(`select d.reaction as job, count(*)::int as count from deliveries d where ${DEAD} group by d.reaction`)} as dead,
       ${collectRows(`select job, extract(epoch from done_at)::float8 as at from schedule_runs`)} as runs,
       coalesce(extract(epoch from ${CHECKED})::float8, 0) as "paymentsChecked",
       coalesce(${since(CHECKED)}, 0) as "paymentsUnchecked",
       (select read_until from stripe_cursor) as "reconciledUntil",
       (select ${since('read_until')} from stripe_cursor) as "reconciledAge"`;

export interface OpenJobs {
  job: string;
  /** Null for rows that are older than the column. */
  queue: string | null;
  open: number;
  /** Those of them whose last attempt failed; they are retried for 24 hours. */
  failing: number;
  /** Age of the oldest open execution, in seconds since its event was recorded or it was replayed. */
  oldestAge: number;
  /** Like `oldestAge`, for the oldest execution without a failed attempt. */
  untriedAge: number;
}

const OPEN = 'd.reaction = job and d.done_at is null and d.dead_at is null';
/** Errors from before a replay do not count. */
const FAILING = `(d.last_error is not null and coalesce(d.started_at > d.replayed_at, d.replayed_at is null))`;
const oldest = (which: string) => `
  greatest(
    coalesce((select ${since('e.occurred_at')} from outbox_events e where e.id = (
      select d.event_id from deliveries d where ${which} and d.replayed_at is null order by d.event_id limit 1)), 0),
    ${measureAge('d.replayed_at', `deliveries d where ${which} and d.replayed_at is not null order by d.replayed_at`)})`;
const nextJob = (after: string) =>
  `select reaction from deliveries where ${after} done_at is null and dead_at is null order by reaction limit 1`;

/** One row per job with open executions, including jobs unknown to this version. Event ids increase with time. */
export const OPEN_JOBS = `
with recursive jobs (job) as (
  (${nextJob('')}) union all select (${nextJob('reaction > job and')}) from jobs where job is not null)
select job, (select d.queue from deliveries d where ${OPEN} limit 1) as queue,
       ${countRows(`deliveries d where ${OPEN}`)} as open,
       ${countRows(`deliveries d where ${OPEN} and ${FAILING}`)} as failing,
       ${oldest(OPEN)} as "oldestAge",
       ${oldest(`${OPEN} and not ${FAILING}`)} as "untriedAge"
from jobs where job is not null`;
