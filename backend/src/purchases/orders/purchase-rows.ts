import { CONFIRMATION_COLUMNS } from './order-confirmation.js';
import { kindOrder, patternTitle } from '../../platform/database/shop-columns.js';
import { RENEWALS_PER_MONTH } from '../../platform/shop-rules.js';
import { DELIVERY_OVERDUE, DELIVERY_WAITS, WITHDRAWAL_ENDS_AT } from '../withdrawals/withdrawal-right.js';

/**
 * When the mail server has accepted the confirmation, as the buyer may know it. Null for a free order to an unproven address:
 * the buyer may be a stranger, and would learn whether this mailbox has reached its limit of mails.
 */
export const RECEIPT_SENT_AT = `case when u.mails = 'all' then u.receipt_sent_at end`;

/**
 * Whether a purchase may be delivered. Delivery waits until the mail server has accepted the confirmation (§ 356 (5) BGB),
 * at most 60 seconds. A free order to an unproven address has no right of withdrawal and never waits, so that its delivery
 * does not show whether a confirmation is mailed.
 */
export const DELIVERABLE = `(u.mails <> 'all' or u.receipt_sent_at is not null or ${DELIVERY_OVERDUE})`;

/**
 * The request to refund all that is left ends the access even before Stripe has created the refund. A refused refund and a
 * partial refund do not end the access.
 */
export const REFUND_REQUESTED = `exists (select from refund_requests r where r.purchase_id = u.id and r.amount_cents is null and r.failure is null)`;

/** Columns of purchase `u` as the account shows it. They need PURCHASE_TABLES; $1 is the language. */
export const PURCHASE_COLUMNS = `
  u.id, u.order_number, u.pattern_id, u.amount_cents, u.refunded_cents, u.currency, u.status, u.access_serial, u.buyer_id,
  u.created_at, u.paid_at, ${RECEIPT_SENT_AT} as receipt_sent_at, u.access_expires_at,
  ${patternTitle('$1::text')} as title,
  p.preview_images, d.name as designer_name,
  (u.access_expires_at is not null and u.access_expires_at <= now()) as expired,
  ${DELIVERABLE} as deliverable,
  (${DELIVERY_OVERDUE}) as late,
  ${CONFIRMATION_COLUMNS},
  (select r.requested_at from refund_requests r where r.purchase_id = u.id and r.amount_cents is null and r.failure is null) as refund_requested_at,
  u.refunded_at,
  case when ${DELIVERY_WAITS} then ${WITHDRAWAL_ENDS_AT} end as delivery_from,
  ${RENEWALS_PER_MONTH} - (
    select count(*)::int from link_renewals r where r.purchase_id = u.id and r.user_id = u.buyer_id
      and r.renewed_at >= date_trunc('month', now(), 'Europe/Berlin')) as renewals_left,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', c.id, 'kind', c.kind, 'bytes', c.bytes, 'pages', c.pages, 'sheets', c.sheets,
      'version', c.version, 'changelog', c.changelog,
      'state', c.state, 'failures', c.failures, 'downloadCount', c.grants)
      order by ${kindOrder('c.kind')})
    from (
      -- The newest version of each kind; a newer copy in state marking does not hide a ready copy.
      select distinct on (f.kind) c.*, f.kind, f.pages, f.sheets, f.version, f.changelog
      from copies c join pattern_files f on f.id = c.file_id where c.purchase_id = u.id
      order by f.kind, c.state = 'ready' desc, f.version desc) c), '[]'::jsonb) as files`;

export const PURCHASE_TABLES = `purchases u join patterns p on p.id = u.pattern_id join designers d on d.id = p.designer_id`;
