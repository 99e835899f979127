/**
 * The right of withdrawal from a purchase `u`. It lasts 14 days after the day of the contract (§ 355 (2) BGB), in calendar
 * days in Germany; an end at a weekend moves to Monday (§ 193 BGB).
 */
export const WITHDRAWAL_ENDS_AT = `((
  (u.paid_at at time zone 'Europe/Berlin')::date + 15
  + case extract(isodow from (u.paid_at at time zone 'Europe/Berlin')::date + 14) when 6 then 2 when 7 then 1 else 0 end
  )::timestamp at time zone 'Europe/Berlin')`;

/** From 60 seconds after the payment, the confirmation in the account replaces the mailed one (§ 356 (5) BGB). */
export const CONFIRMED_IN_ACCOUNT = `u.paid_at < now() - interval '60 seconds'`;

/**
 * A waiver ends the right once all copies are made and the buyer has the confirmation (§ 356 (5) BGB): by mail, or in
 * the account.
 */
const WAIVED = `(u.consent is not null and u.paid_at is not null and u.copies_made_at is not null
  and (u.receipt_sent_at is not null or u.buyer_id is not null and ${CONFIRMED_IN_ACCOUNT}))`;

/** The end of the right; null when there is none: the purchase was free, or the right was waived. */
export const WITHDRAWABLE_UNTIL = `case
  when u.status = 'paid' and u.amount_cents > 0 and not ${WAIVED} then ${WITHDRAWAL_ENDS_AT} end`;
