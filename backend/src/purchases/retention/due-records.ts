import { INVOICES_KEPT_YEARS, LETTERS_DUE_BEFORE } from './kept-years.js';

/** SQL condition for the withdrawals `w` that an administrator has yet to decide. */
const UNDECIDED = `w.outcome = 'review' and w.decided_at is null`;

/** SQL condition for the purchases `u` with an open claim: a dispute, a refund or an undecided withdrawal. */
const UNDER_CLAIM = `(u.dispute_state is not distinct from 'open'
  or exists (select from refund_requests r where r.purchase_id = u.id and r.settled_at is null)
  or exists (select from withdrawals w where w.purchase_ids @> array[u.id] and ${UNDECIDED}))`;

/** SQL condition for the purchases without an invoice whose confirmation is due: free ones, and refunded undelivered ones. */
const WITHOUT_INVOICE = `
select f.id from purchases f
where f.records_ended_at is null and f.paid_at < ${LETTERS_DUE_BEFORE}
  and (f.amount_cents = 0
       or f.paid_at < date_trunc('year', now(), 'Europe/Berlin') - interval '${INVOICES_KEPT_YEARS} years')
  and not exists (select from invoices x where x.purchase_id = f.id)`;

/**
 * SQL condition for the purchases `u` whose records are due for deletion: the retention of all their documents has ended
 * and no claim is open. The day is the day of the trigger that keeps the invoices.
 */
export const DUE_PURCHASE = `u.records_ended_at is null
  and u.id in (select i.purchase_id from invoices i where i.delete_after < current_date union all ${WITHOUT_INVOICE})
  and not exists (select from invoices k where k.purchase_id = u.id and k.delete_after >= current_date)
  and not ${UNDER_CLAIM}`;

/** SQL condition for the withdrawals `w` whose retention has ended and that are decided. */
export const DUE_WITHDRAWAL = `w.received_at < ${LETTERS_DUE_BEFORE} and not (${UNDECIDED})
  and not exists (select from purchases u where u.id = any(w.purchase_ids) and u.dispute_state = 'open')`;

/** SQL condition for the purchases `u` whose buyer's data only the retention kept: guests' and erased accounts'. */
export const KEPT_ONLY_BY_RETENTION = `(u.buyer_id is null or u.buyer_erased_at is not null)`;
