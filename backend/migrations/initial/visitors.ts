export const visitors = `
create table newsletter_subscriptions (
  id uuid primary key,
  email text,
  email_key text not null,
  locale text not null check (locale in ('de', 'en')),
  state text not null check (state in ('pending', 'active', 'ended')),
  confirm_token_hash text not null constraint newsletter_subscriptions_confirm_unique unique,
  leave_token_hash text not null constraint newsletter_subscriptions_leave_unique unique,
  asked_at jsonb not null,
  proof jsonb not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  check ((email is null) = (state = 'ended'))
);
create unique index newsletter_subscriptions_address on newsletter_subscriptions (email_key) where state <> 'ended';
create index newsletter_subscriptions_pending on newsletter_subscriptions (requested_at) where state = 'pending';
create index newsletter_subscriptions_ended on newsletter_subscriptions (ended_at) where state = 'ended';

create table wishlist_items (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  pattern_id uuid not null references patterns on delete cascade,
  added_at timestamptz not null,
  constraint wishlist_items_pattern_unique unique (user_id, pattern_id)
);
create index wishlist_items_newest on wishlist_items (user_id, added_at desc, id desc);
create index wishlist_items_pattern on wishlist_items (pattern_id);

create table view_seen (
  pattern_id uuid not null,
  session_hash text not null,
  time_window bigint not null,
  primary key (pattern_id, session_hash, time_window)
);
create index view_seen_window on view_seen (time_window);

create table view_pending (
  id bigint generated always as identity primary key,
  pattern_id uuid not null,
  referrer_host text,
  recorded_at timestamptz not null default now()
);

-- The library rate-limiter-flexible requires these columns. The table is unlogged, so a crash of the database resets all
-- limits.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
) with (fillfactor = 70);

-- Mails to unproven addresses, stored as long as rate limits count them. Contains keyed hashes, not addresses.
create table unproven_mails (
  id text primary key,
  recipient text,
  networks text[] not null,
  admitted_at timestamptz not null default now(),
  -- left_out: the mail was not sent, because a limit was reached. recipient is null when only the limits of networks count
  -- the mail.
  left_out boolean not null default false
);
create index unproven_mails_admitted_at on unproven_mails (admitted_at);
`;
