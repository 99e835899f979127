import { DEAD } from './event-rows.js';
import { OVERDUE_SECONDS } from './health-thresholds.js';

/** A figure above this is as bad as this, and costs no more to find out. */
const MOST = 100_000;

/** Ages in seconds; 0 when there is nothing. */
export interface LedgerFigures {
  schema: string | null;
  outboxWaiting: number;
  outboxAge: number;
  /** Facts of types that this version does not know: they wait for a newer relay. */
  unknownEvents: number;
  unfulfilled: number;
  unfulfilledAge: number;
  /** Refunds that the card provider refused or a bank sent back, and that a person has to settle; ages since they were asked for. */
  refundsFailed: number;
  refundsFailedAge: number;
  /** Withdrawals that a person has to decide. */
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
  /** When each job that runs by the clock last ended well, in Unix seconds. */
  runs: { job: string; at: number }[];
  /** When all that compares payments with the card provider last ended well, in Unix seconds; 0: never. */
  paymentsChecked: number;
  paymentsUnchecked: number;
  /** Up to when the reports of the card provider are known, ISO 8601; null: never read. */
  reconciledUntil: Date | null;
  reconciledAge: number | null;
}

const countOf = (from: string) => `(select count(*)::int from (select from ${from} limit ${MOST}) counted)`;
const since = (moment: string) => `greatest(extract(epoch from now() - ${moment}), 0)::float8`;
const ageOf = (moment: string, from: string) => `coalesce((select ${since(moment)} from ${from} limit 1), 0)`;
const rowsOf = (query: string) => `(select coalesce(jsonb_agg(r), '[]'::jsonb) from (${query}) r)`;
const before = (seconds: number) => `now() - make_interval(secs => ${seconds})`;

const UNRELAYED = 'outbox_events where relayed_at is null';
const CARRIED_HERE = `${UNRELAYED} and type = any($1)`;
const UNFULFILLED = `purchases where status = 'paid' and copies_made_at is null and buyer_erased_at is null`;
/** While a payment is disputed only the bank can give it back. */
const REFUNDS_FAILED = `refund_requests r where r.failure is not null
  and not exists (select from purchases u where u.id = r.purchase_id and u.dispute_state = 'open')`;
const WITHDRAWALS_OPEN = `withdrawals where outcome = 'review' and decided_at is null`;
const DISPUTES_OPEN = `purchases where dispute_state = 'open'`;
const EXPORTS = `export_requests where state in ('queued', 'running')`;
const ERASURES = 'deletions where requested_at is not null and undone_at is null and erased_at is null';
/** Both have to go well for nothing to be missed: one asks for single payments, the other reads the provider's reports. */
const CHECKED = `(select min(done_at) from schedule_runs where job in ('reconcile-payments', 'poll-stripe-events') having count(*) = 2)`;

/** $1: the types of fact that are known. Every part is found by an index that holds little more than what is counted. */
export const LEDGER_FIGURES = `
select (select name from schema_migrations order by name desc limit 1) as schema,
       ${countOf(CARRIED_HERE)} as "outboxWaiting",
       ${ageOf('occurred_at', `${CARRIED_HERE} order by id`)} as "outboxAge",
       ${countOf(`${UNRELAYED} and type <> all($1)`)} as "unknownEvents",
       ${countOf(UNFULFILLED)} as unfulfilled,
       ${ageOf('paid_at', `${UNFULFILLED} order by paid_at`)} as "unfulfilledAge",
       ${countOf(REFUNDS_FAILED)} as "refundsFailed",
       ${ageOf('requested_at', `${REFUNDS_FAILED} order by requested_at`)} as "refundsFailedAge",
       ${countOf(WITHDRAWALS_OPEN)} as "withdrawalsOpen",
       ${ageOf('received_at', `${WITHDRAWALS_OPEN} order by received_at`)} as "withdrawalsOpenAge",
       ${countOf(DISPUTES_OPEN)} as "disputesOpen",
       ${countOf(EXPORTS)} as "exportsOpen",
       ${countOf(`${EXPORTS} and requested_at < ${before(OVERDUE_SECONDS.exports)}`)} as "exportsOverdue",
       coalesce((select ${since('min(requested_at)')} from ${EXPORTS}), 0) as "exportsAge",
       ${countOf(`${ERASURES} and erase_at <= now()`)} as "erasuresOpen",
       ${countOf(`${ERASURES} and erase_at < ${before(OVERDUE_SECONDS.erasures)}`)} as "erasuresOverdue",
       ${ageOf('erase_at', `${ERASURES} order by erase_at`)} as "erasuresAge",
       ${rowsOf(`select d.reaction as job, count(*)::int as count from deliveries d where ${DEAD} group by d.reaction`)} as dead,
       ${rowsOf(`select job, extract(epoch from done_at)::float8 as at from schedule_runs`)} as runs,
       coalesce(extract(epoch from ${CHECKED})::float8, 0) as "paymentsChecked",
       coalesce(${since(CHECKED)}, 0) as "paymentsUnchecked",
       (select read_until from stripe_cursor) as "reconciledUntil",
       (select ${since('read_until')} from stripe_cursor) as "reconciledAge"`;

export interface OpenJobs {
  job: string;
  /** Null for those that a relay wrote before it noted queues. */
  queue: string | null;
  open: number;
  /** Those of them that were tried and failed; they are tried again for a day. */
  failing: number;
  /** Of the oldest open one: since its fact was recorded, or a person replayed it. */
  oldestAge: number;
  /** The same of the oldest that nobody has tried to the end. */
  untriedAge: number;
}

const OPEN = 'd.reaction = job and d.done_at is null and d.dead_at is null';
/** What was said of a delivery before a person replayed it does not count. */
const FAILING = `(d.last_error is not null and coalesce(d.started_at > d.replayed_at, d.replayed_at is null))`;
const oldest = (which: string) => `
  greatest(
    coalesce((select ${since('e.occurred_at')} from outbox_events e where e.id = (
      select d.event_id from deliveries d where ${which} and d.replayed_at is null order by d.event_id limit 1)), 0),
    ${ageOf('d.replayed_at', `deliveries d where ${which} and d.replayed_at is not null order by d.replayed_at`)})`;
const nextJob = (after: string) =>
  `select reaction from deliveries where ${after} done_at is null and dead_at is null order by reaction limit 1`;

/** One row per job that has open deliveries, whether this version knows it or not. Ids of facts go up with time. */
export const OPEN_JOBS = `
with recursive jobs (job) as (
  (${nextJob('')}) union all select (${nextJob('reaction > job and')}) from jobs where job is not null)
select job, (select d.queue from deliveries d where ${OPEN} limit 1) as queue,
       ${countOf(`deliveries d where ${OPEN}`)} as open,
       ${countOf(`deliveries d where ${OPEN} and ${FAILING}`)} as failing,
       ${oldest(OPEN)} as "oldestAge",
       ${oldest(`${OPEN} and not ${FAILING}`)} as "untriedAge"
from jobs where job is not null`;
