export const purchases = `
create sequence order_numbers;

create table purchases (
  id uuid primary key,
  order_number text not null constraint purchases_order_number_unique unique,
  pattern_id uuid not null references patterns,
  buyer_id uuid references users on delete set null,
  buyer_email text not null,
  buyer_email_key text not null,
  locale text not null check (locale in ('de', 'en')),
  amount_cents int not null check (amount_cents >= 0),
  currency text not null,
  status text not null check (status in ('pending', 'paid', 'refunded', 'cancelled')),
  payment_intent_id text constraint purchases_payment_intent_unique unique,
  consent jsonb,
  created_at timestamptz not null,
  paid_at timestamptz,
  refunded_at timestamptz,
  cancelled_at timestamptz,
  receipt_sent_at timestamptz,
  next_payment_check_at timestamptz,
  access_serial int not null default 1,
  access_token_hash text constraint purchases_access_token_unique unique,
  access_expires_at timestamptz,
  country text not null default 'DE' check (country ~ '^[A-Z]{2}$'),
  declared_country text,
  card_country text,
  offered_files uuid[],
  copies_made_at timestamptz,
  refunded_cents int not null default 0 check (refunded_cents >= 0),
  disputed_at timestamptz,
  dispute_state text check (dispute_state in ('open', 'won', 'lost')),
  buyer_erased_at timestamptz,
  opened_from text,
  trace_parent text,
  -- Which mails are sent about the order: all, only the confirmation (receipt), or none. If the order is free and its
  -- address is unproven, the value is never all.
  mails text not null default 'all' check (mails in ('all', 'receipt', 'none')),
  -- Random key of the browser that opened a guest's order.
  guest_key text,
  -- How often the page of a waiting buyer has made the API poll the PaymentIntent, and the time of the last poll.
  buyer_checks smallint not null default 0,
  buyer_checked_at timestamptz,
  -- Keyed hash of the /48 from which a guest's order was opened; null for IPv4. opened_from is the hash of the /64 or of the
  -- IPv4 address. Both are purged after a day.
  opened_from_wide text
);
create unique index purchases_open_per_buyer on purchases (buyer_id, pattern_id)
  where status = 'pending' and buyer_id is not null;
create index purchases_buyer on purchases (buyer_id, created_at desc);
create index purchases_payment_check on purchases (next_payment_check_at) where next_payment_check_at is not null;
create index purchases_newest on purchases (created_at desc, id desc);
create index purchases_search on purchases
  using gin ((lower(order_number) || ' ' || lower(buyer_email)) gin_trgm_ops);
create index purchases_guest on purchases (buyer_email_key) where buyer_id is null;
create index purchases_abandoned on purchases (cancelled_at)
  where status = 'cancelled' and buyer_id is null and buyer_erased_at is null;
-- For the erasure of a designer, which deletes the patterns without purchases.
create index purchases_pattern on purchases (pattern_id);
create index purchases_opened_from on purchases (created_at) where opened_from is not null;
create index purchases_paid on purchases (paid_at) where status = 'paid';
create index purchases_unfulfilled on purchases (paid_at)
  where status = 'paid' and copies_made_at is null and buyer_erased_at is null;
create index purchases_disputed on purchases (disputed_at) where dispute_state = 'open';
create unique index purchases_open_per_guest on purchases (buyer_email_key, pattern_id, guest_key)
  where status = 'pending' and buyer_id is null;

create table copies (
  id uuid primary key,
  purchase_id uuid not null references purchases on delete cascade,
  file_id uuid not null references pattern_files,
  state text not null check (state in ('marking', 'ready')),
  object_key text,
  bytes bigint,
  tail_sha256 text,
  forensic_id text,
  failures int not null default 0,
  grants int not null default 0 check (grants >= 0),
  created_at timestamptz not null,
  ready_at timestamptz,
  constraint copies_file_unique unique (purchase_id, file_id)
);
create unique index copies_forensic on copies (forensic_id);
create index copies_code on copies (left(forensic_id, 9));
create index copies_file on copies (file_id);
create index copies_marking on copies (purchase_id) where state = 'marking';

create table download_grants (
  id uuid primary key,
  copy_id uuid not null references copies on delete cascade,
  user_id uuid not null,
  bytes bigint not null,
  granted_at timestamptz not null
);
create index download_grants_copy on download_grants (copy_id, granted_at desc);
create index download_grants_user on download_grants (user_id, granted_at desc);

create table link_renewals (
  id uuid primary key,
  purchase_id uuid not null references purchases on delete cascade,
  user_id uuid not null,
  renewed_at timestamptz not null
);
create index link_renewals_purchase on link_renewals (purchase_id, renewed_at);

create table withdrawals (
  id uuid primary key,
  reference text not null constraint withdrawals_reference_unique unique,
  name text not null,
  email text not null,
  email_key text not null,
  contract text not null,
  locale text not null check (locale in ('de', 'en')),
  text_version text not null,
  user_id uuid,
  purchase_ids uuid[] not null,
  outcome text not null check (outcome in ('refund', 'review')),
  received_at timestamptz not null,
  receipt_left_out boolean not null,
  proven boolean not null,
  receipt_sent_at timestamptz,
  decision text check (decision in ('refunded', 'declined')),
  decision_note text,
  decided_at timestamptz,
  decided_by uuid,
  restricted_at timestamptz,
  check ((decision is null) = (decided_at is null))
);
create sequence withdrawal_numbers;
create index withdrawals_newest on withdrawals (received_at desc, id desc);
create index withdrawals_email on withdrawals (email_key, received_at);
create index withdrawals_purchases on withdrawals using gin (purchase_ids);
create index withdrawals_open on withdrawals (received_at, id) where outcome = 'review' and decided_at is null;
create index withdrawals_user on withdrawals (user_id) where user_id is not null;

create table file_notices (
  file_id uuid not null references pattern_files on delete cascade,
  purchase_id uuid not null references purchases on delete cascade,
  owed_at timestamptz not null,
  primary key (file_id, purchase_id)
);
`;
