/**
 * SQL condition: the refund request `r` is neither made nor failed. A request that a bank returned and that is requested
 * again has its row in `refunds` already, so its amount is part of the refunded total.
 */
const OPEN_REQUEST = `r.settled_at is null and r.failure is null and not exists (select from refunds f where f.request_id = r.id)`;

/** SQL expression: the partial refunds of purchase `u` that are requested and not made, in minor units. */
const REQUESTED_PARTS = `
  coalesce((select sum(r.amount_cents)::int from refund_requests r where r.purchase_id = u.id and ${OPEN_REQUEST}), 0)`;

/** SQL expression: what is requested and not refunded of purchase `u`, in minor units. It is never more than what is left. */
export const REQUESTED_CENTS = `
  case when exists (select from refund_requests r
                    where r.purchase_id = u.id and r.amount_cents is null and ${OPEN_REQUEST})
       then u.amount_cents - u.refunded_cents
       else least(${REQUESTED_PARTS}, u.amount_cents - u.refunded_cents) end`;

/**
 * SQL expression: the refunds of purchase `u` as the administration shows them: one entry for each refund, and one for each
 * request that is not made or that has failed.
 */
export const REFUND_LIST = `
  coalesce((
    select jsonb_agg(jsonb_build_object('requestId', x.request_id, 'cents', x.cents, 'at', x.at, 'source', x.source,
      'reason', x.reason, 'failure', x.failure, 'state',
      case when x.failure is not null then 'failed' when x.settled then 'refunded' else 'requested' end)
      order by x.at, x.total)
    from (
      select f.request_id, f.cents, f.refunded_at as at, f.total_cents as total,
             coalesce(r.cause, case f.source when 'dispute' then 'dispute' else 'dashboard' end) as source,
             r.reason, r.failure, r.id is null or r.settled_at is not null as settled
      from refunds f left join refund_requests r on r.id = f.request_id where f.purchase_id = u.id
      union all
      select r.id, coalesce(r.amount_cents, greatest(u.amount_cents - u.refunded_cents - ${REQUESTED_PARTS}, 0)),
             r.requested_at, u.amount_cents, r.cause, r.reason, r.failure, false
      from refund_requests r
      where r.purchase_id = u.id and (r.failure is not null or r.settled_at is null)
        and not exists (select from refunds f where f.request_id = r.id)) x), '[]'::jsonb)`;
