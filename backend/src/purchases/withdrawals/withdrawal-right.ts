/**
 * The end of the right of withdrawal from a purchase `u`. The last day is the 14th calendar day in Germany after the day of
 * the contract (§ 355 (2) BGB). If that day is at a weekend, the following Monday is the last day (§ 193 BGB). The right
 * ends at the midnight after the last day, so the expression adds 15 days.
 */
export const WITHDRAWAL_ENDS_AT = `((
  (u.paid_at at time zone 'Europe/Berlin')::date + 15
  + case extract(isodow from (u.paid_at at time zone 'Europe/Berlin')::date + 14) when 6 then 2 when 7 then 1 else 0 end
  )::timestamp at time zone 'Europe/Berlin')`;

/** From 60 seconds after the payment, or after the end of the wait, delivery no longer waits for the confirmation mail. */
export const DELIVERY_OVERDUE = `coalesce(u.delivery_begun_at, u.paid_at) < now() - interval '60 seconds'`;

/** Whether the delivery of a paid order without the waiver waits until the right of withdrawal has ended. */
export const DELIVERY_WAITS = `(u.status = 'paid' and u.delivery_deferred and u.delivery_begun_at is null)`;

/**
 * Whether a waiting order is due. An open withdrawal, the refund of all that is left and an open dispute hold it back. The
 * order of an erased buyer is due at once, because it is refunded instead of delivered.
 */
export const DELIVERY_DUE = `(${DELIVERY_WAITS}
  and (now() >= ${WITHDRAWAL_ENDS_AT} or u.buyer_erased_at is not null)
  and u.dispute_state is distinct from 'open'
  and not exists (select from refund_requests r where r.purchase_id = u.id and r.amount_cents is null)
  and not exists (select from withdrawals w where w.purchase_ids @> array[u.id] and w.outcome = 'review'
                  and w.decided_at is null))`;

/**
 * A waiver ends the right once all copies are made and the mail server has accepted the confirmation (§ 356 (5) BGB). A copy
 * that was delivered before the confirmation does not end the right: the account is no durable medium (§ 312f (3) BGB).
 */
const WAIVED = `(u.consent is not null and u.paid_at is not null and u.copies_made_at is not null
  and u.receipt_sent_at is not null)`;

/** The end of the right; null when there is no right, because the purchase is free or not paid, or the right was waived. */
export const WITHDRAWABLE_UNTIL = `case
  when u.status = 'paid' and u.amount_cents > 0 and not ${WAIVED} then ${WITHDRAWAL_ENDS_AT} end`;
