import { Migration } from '@mikro-orm/migrations';

/**
 * Partial refunds, a row for each refund, correction documents and the amounts of disputes. The new columns have defaults or
 * are nullable, so that programs of the earlier version can still insert rows during a deployment.
 */
export class Migration20261128070000_refunds extends Migration {
  override up(): void {
    for (const sql of [REQUESTS, REFUNDS, DOCUMENTS, BACKFILL]) this.addSql(sql);
  }
}

const REQUESTS = `
alter table refund_requests drop constraint refund_requests_pkey,
  add column id uuid not null default gen_random_uuid() primary key,
  -- Null: all that is left.
  add column amount_cents int check (amount_cents > 0);
create unique index refund_requests_whole on refund_requests (purchase_id) where amount_cents is null;
create index refund_requests_purchase on refund_requests (purchase_id, requested_at);
`;

const REFUNDS = `
-- One row for each increase of purchases.refunded_cents. total_cents is the value after it.
create table refunds (
  id uuid primary key,
  purchase_id uuid not null references purchases,
  cents int not null check (cents > 0),
  total_cents int not null check (total_cents >= cents),
  source text not null check (source in ('response', 'event', 'dispute')),
  request_id uuid references refund_requests,
  refunded_at timestamptz not null,
  constraint refunds_total_unique unique (purchase_id, total_cents)
);
create index refunds_request on refunds (request_id);

alter table purchases
  add column dispute_amount_cents int check (dispute_amount_cents >= 0),
  add column dispute_fee_cents int;
`;

const DOCUMENTS = `
alter table invoices drop constraint invoices_kind_check,
  add constraint invoices_kind_check check (kind in ('invoice', 'cancellation', 'correction')),
  drop constraint invoices_kind_unique,
  drop constraint invoices_cancels,
  add constraint invoices_cancels check ((kind = 'invoice') = (cancels is null)),
  add column refund_id uuid references refunds constraint invoices_refund_unique unique,
  add constraint invoices_corrects check (kind <> 'correction' or refund_id is not null);
create unique index invoices_kind_unique on invoices (purchase_id, kind) where kind <> 'correction';
`;

/** The earlier version knew only the total. A partial refund gets its correction and its mail now. */
const BACKFILL = `
insert into refunds (id, purchase_id, cents, total_cents, source, request_id, refunded_at)
select uuidv7(), u.id, u.refunded_cents, u.refunded_cents,
       case when u.dispute_state = 'lost' then 'dispute' when r.refund_id is not null then 'response' else 'event' end,
       r.id, coalesce(u.refunded_at, now())
from purchases u
left join refund_requests r on r.purchase_id = u.id and r.settled_at is not null and u.dispute_state is distinct from 'lost'
where u.refunded_cents > 0;
insert into outbox_events (id, type, payload, occurred_at)
select uuidv7(), 'purchases.partial-refund-recorded',
       jsonb_build_object('purchaseId', f.purchase_id, 'refundId', f.id), now()
from refunds f join purchases u on u.id = f.purchase_id where u.status = 'paid';
`;
