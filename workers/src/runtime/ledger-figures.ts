/** A figure above this is as bad as this, and costs no more to find out. */
const MOST = 100_000;

/** Ages in seconds; 0 when there is nothing. */
export interface LedgerFigures {
  outboxWaiting: number;
  outboxAge: number;
  unfulfilled: number;
  unfulfilledAge: number;
  exportsAge: number;
  erasuresAge: number;
  dead: { job: string; count: number }[];
  /** When each job that runs by the clock last ended well, in Unix seconds. */
  runs: { job: string; at: number }[];
}

const countOf = (from: string) => `(select count(*)::int from (select from ${from} limit ${MOST}) counted)`;
const since = (moment: string) => `greatest(extract(epoch from now() - ${moment}), 0)::float8`;
const ageOf = (moment: string, from: string) => `coalesce((select ${since(moment)} from ${from} limit 1), 0)`;
const rowsOf = (query: string) => `(select coalesce(jsonb_agg(r), '[]'::jsonb) from (${query}) r)`;

const UNRELAYED = 'outbox_events where relayed_at is null';
const UNFULFILLED = `purchases where status = 'paid' and copies_made_at is null and buyer_erased_at is null`;

/** Every part of it is found by an index that holds little more than what is counted. Ids of facts go up with time. */
export const LEDGER_FIGURES = `
select ${countOf(UNRELAYED)} as "outboxWaiting",
       ${ageOf('occurred_at', `${UNRELAYED} order by id`)} as "outboxAge",
       ${countOf(UNFULFILLED)} as unfulfilled,
       ${ageOf('paid_at', `${UNFULFILLED} order by paid_at`)} as "unfulfilledAge",
       coalesce((select ${since('min(requested_at)')} from export_requests where state in ('queued', 'running')), 0)
         as "exportsAge",
       ${ageOf('erase_at', `deletions where requested_at is not null and undone_at is null and erased_at is null order by erase_at`)}
         as "erasuresAge",
       ${rowsOf(`select reaction as job, count(*)::int as count from deliveries
                 where dead_at is not null and done_at is null and discarded_at is null group by reaction`)} as dead,
       ${rowsOf(`select job, extract(epoch from done_at)::float8 as at from schedule_runs`)} as runs`;

export interface OpenDeliveries {
  job: string;
  open: number;
  /** Since the fact was recorded, or a person replayed the delivery. */
  age: number;
}

const OPEN = 'd.reaction = job and d.done_at is null and d.dead_at is null';

/** $1: the jobs. */
export const OPEN_DELIVERIES = `
select job, ${countOf(`deliveries d where ${OPEN}`)} as open,
       greatest(
         coalesce((select ${since('e.occurred_at')} from outbox_events e where e.id = (
           select d.event_id from deliveries d where ${OPEN} and d.replayed_at is null order by d.event_id limit 1)), 0),
         ${ageOf('d.replayed_at', `deliveries d where ${OPEN} and d.replayed_at is not null order by d.replayed_at`)}) as age
from unnest($1::text[]) job`;
