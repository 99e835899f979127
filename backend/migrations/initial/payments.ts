export const payments = `
create table refund_requests (
  purchase_id uuid primary key references purchases,
  cause text not null check (cause in ('admin', 'paid-twice', 'buyer-erased', 'pattern-hidden', 'withdrawal')),
  reason text,
  requested_by uuid,
  requested_at timestamptz not null,
  announced_at timestamptz not null default now(),
  key_serial int not null default 1,
  refund_id text,
  settled_at timestamptz,
  failure text
);
create index refund_requests_open on refund_requests (announced_at) where settled_at is null and failure is null;
-- For the metrics, which read failed refunds every few seconds.
create index refund_requests_failed on refund_requests (requested_at) where failure is not null;

create table webhook_inbox (
  event_id text primary key,
  type text not null,
  object_id text,
  outcome text not null,
  received_at timestamptz not null default now(),
  -- Only for a webhook about a payment without a purchase: the id of the PaymentIntent, and the payment event, which a
  -- worker or an operator applies later.
  payment_id text,
  news jsonb
);
create index webhook_inbox_unmatched on webhook_inbox (payment_id) where outcome = 'unmatched' and news is not null;
create index webhook_inbox_declined on webhook_inbox (received_at) where type = 'payment_intent.payment_failed';

create table report_failures (
  event_id text primary key,
  tries int not null default 1
);

create table stripe_cursor (
  one boolean primary key default true check (one),
  read_until timestamptz not null
);
`;
