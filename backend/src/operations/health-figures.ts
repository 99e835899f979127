import { DEAD, OPEN } from './delivery-rows.js';

export interface LedgerFigures extends Record<string, unknown> {
  schema: string | null;
  waiting: number;
  waitingSeconds: number;
  dead: number;
  queues: { queue: string | null; open: number; seconds: number }[];
}

/** What the outbox and the ledger say. Ages in seconds; 0 when there is nothing. */
export const LEDGER = `
select (select name from schema_migrations order by name desc limit 1) as schema,
       outbox.waiting, outbox.seconds as "waitingSeconds", dead.count as dead, queues.list as queues
from (select count(*)::int as waiting, ${ageOf('min(occurred_at)')} as seconds
      from outbox_events where relayed_at is null) outbox,
     (select count(*)::int as count from deliveries d where ${DEAD}) dead,
     (select coalesce(jsonb_agg(q), '[]'::jsonb) as list from (
        select d.queue, count(*)::int as open,
               ${ageOf('min(greatest(e.occurred_at, d.replayed_at))')} as seconds
        from deliveries d join outbox_events e on e.id = d.event_id where ${OPEN} group by d.queue) q) queues`;

export interface CustomerFigures extends Record<string, unknown> {
  unfulfilled: number;
  unfulfilledSeconds: number;
  reconciledUntil: Date | null;
  reconciledSeconds: number | null;
  exportsOpen: number;
  exportsOverdue: number;
  erasuresOpen: number;
  erasuresOverdue: number;
}

/** What customers wait for. A purchase whose pattern had no file left to deliver waits for a person. */
export const CUSTOMERS = `
select paid.count as unfulfilled, paid.seconds as "unfulfilledSeconds",
       (select read_until from stripe_cursor) as "reconciledUntil",
       (select ${ageOf('read_until')} from stripe_cursor) as "reconciledSeconds",
       exports.open as "exportsOpen", exports.overdue as "exportsOverdue",
       erasures.open as "erasuresOpen", erasures.overdue as "erasuresOverdue"
from (select count(*)::int as count, ${ageOf('min(u.paid_at)')} as seconds from purchases u
      where u.status = 'paid' and u.copies_made_at is null and u.buyer_erased_at is null) paid,
     (select count(*)::int as open,
             count(*) filter (where requested_at < now() - interval '1 day')::int as overdue
      from export_requests where state in ('queued', 'running')) exports,
     (select count(*)::int as open, count(*) filter (where erase_at < now() - interval '1 day')::int as overdue
      from deletions where requested_at is not null and undone_at is null and erased_at is null
        and erase_at <= now()) erasures`;

function ageOf(moment: string): string {
  return `greatest(0, coalesce(round(extract(epoch from now() - ${moment}))::int, 0))`;
}
