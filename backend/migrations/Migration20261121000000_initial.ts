import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000000_initial extends Migration {
  override up(): void {
    this.addSql(`
create extension if not exists pg_trgm;

-- accounts
create table users (
  id uuid primary key,
  email text not null,
  email_key text not null constraint users_email_key_unique unique,
  username text not null,
  username_key text not null constraint users_username_key_unique unique,
  display_name text not null,
  first_name text,
  last_name text,
  avatar_url text,
  password_hash text not null,
  role text not null check (role in ('user', 'admin', 'moderator')),
  language text not null check (language in ('de', 'en')),
  verified_at timestamptz,
  created_at timestamptz not null
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text
);
create index sessions_user on sessions (user_id) where revoked_at is null;

create table refresh_tokens (
  token_hash text primary key,
  session_id uuid not null references sessions on delete cascade,
  seq int not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint refresh_tokens_seq_unique unique (session_id, seq)
);

create table verifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  email text not null,
  token_hash text not null constraint verifications_token_unique unique,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz
);
create index verifications_user on verifications (user_id);

-- catalogue
create table designers (
  id uuid primary key,
  user_id uuid constraint designers_user_unique unique references users on delete set null,
  slug text not null constraint designers_slug_unique unique,
  name text not null,
  bio jsonb not null,
  avatar_url text,
  created_at timestamptz not null
);

create table patterns (
  id uuid primary key,
  designer_id uuid not null references designers,
  slug text not null constraint patterns_slug_unique unique,
  status text not null check (status in ('draft', 'published', 'hidden')),
  texts jsonb not null,
  category text not null check (category in ('Dresses', 'Tops', 'Bottoms', 'Accessories', 'Home Decor')),
  difficulty_level text not null check (difficulty_level in ('Beginner', 'Intermediate', 'Advanced', 'Expert')),
  details jsonb not null,
  preview_images jsonb not null,
  price_cents int not null check (price_cents >= 0),
  currency text not null,
  view_count bigint not null default 0,
  search_text text not null,
  created_at timestamptz not null,
  published_at timestamptz,
  updated_at timestamptz not null
);
create index patterns_newest on patterns (published_at desc, id) where status = 'published';
create index patterns_category on patterns (category, published_at desc, id) where status = 'published';
create index patterns_search on patterns using gin (search_text gin_trgm_ops);

create table pattern_prices (
  pattern_id uuid not null references patterns on delete cascade,
  since timestamptz not null,
  cents int not null,
  currency text not null,
  primary key (pattern_id, since)
);

create table pattern_files (
  id uuid primary key,
  pattern_id uuid not null references patterns,
  kind text not null check (kind in ('a4', 'letter', 'a0', 'projector', 'instructions')),
  version int not null,
  file_name text not null,
  sheets int not null,
  state text not null check (state in ('uploaded', 'needs-confirmation', 'ready', 'refused')),
  source_key text not null,
  master_key text,
  master_etag text,
  master_bytes bigint,
  master_sha256 text,
  pages int,
  flags jsonb not null default '[]',
  refusal_code text,
  refusal_reason text,
  uploaded_at timestamptz not null,
  prepared_at timestamptz,
  constraint pattern_files_version_unique unique (pattern_id, kind, version)
);

create table master_plans (
  file_id uuid primary key references pattern_files on delete cascade,
  plan json not null
);

-- purchases
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
  access_expires_at timestamptz
);
create unique index purchases_open_per_buyer on purchases (buyer_id, pattern_id)
  where status = 'pending' and buyer_id is not null;
create unique index purchases_open_per_guest on purchases (buyer_email_key, pattern_id)
  where status = 'pending' and buyer_id is null;
create index purchases_buyer on purchases (buyer_id, created_at desc);
create index purchases_payment_check on purchases (next_payment_check_at) where next_payment_check_at is not null;

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
  grants int not null default 0 check (grants between 0 and 5),
  created_at timestamptz not null,
  ready_at timestamptz,
  constraint copies_file_unique unique (purchase_id, file_id)
);
create unique index copies_forensic on copies (forensic_id);

create table download_grants (
  id uuid primary key,
  copy_id uuid not null references copies on delete cascade,
  user_id uuid not null,
  bytes bigint not null,
  granted_at timestamptz not null
);
create index download_grants_copy on download_grants (copy_id, granted_at desc);
create index download_grants_user on download_grants (user_id, granted_at desc);

create table webhook_inbox (
  event_id text primary key,
  type text not null,
  object_id text,
  outcome text not null,
  received_at timestamptz not null default now()
);

-- insights
create table view_seen (
  pattern_id uuid not null,
  session_hash text not null,
  time_window bigint not null,
  primary key (pattern_id, session_hash, time_window)
);
create table view_pending (
  id bigint generated always as identity primary key,
  pattern_id uuid not null,
  referrer_host text,
  recorded_at timestamptz not null default now()
);

-- outbox and effect ledger
create table outbox_events (
  id uuid primary key,
  type text not null,
  payload jsonb not null,
  trace_parent text,
  occurred_at timestamptz not null,
  relayed_at timestamptz
);
create index outbox_events_unrelayed on outbox_events (id) where relayed_at is null;

create table deliveries (
  event_id uuid not null references outbox_events on delete cascade,
  reaction text not null,
  published_at timestamptz not null default now(),
  publish_count int not null default 1,
  started_count int not null default 0,
  started_at timestamptz,
  done_at timestamptz,
  dead_at timestamptz,
  last_error text,
  primary key (event_id, reaction)
);
create index deliveries_open on deliveries (published_at) where done_at is null and dead_at is null;

create function announce_outbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('outbox', '');
  return null;
end $$;
create trigger outbox_events_announce after insert on outbox_events
  for each statement execute function announce_outbox();
`);
  }
}
