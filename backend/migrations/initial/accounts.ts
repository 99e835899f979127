export const accounts = `
create extension if not exists pg_trgm;

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
  created_at timestamptz not null,
  password_changed_at timestamptz,
  closed_at timestamptz,
  -- When the owner of the account proved access to the mailbox. A verified address alone does not prove this access.
  mailbox_proven_at timestamptz,
  suspended_at timestamptz
);
create index users_newest on users (created_at desc, id desc);
create index users_staff on users (role, id) where role <> 'user';
create index users_search on users
  using gin ((email_key || ' ' || username_key || ' ' || lower(display_name)) gin_trgm_ops);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  last_used_at timestamptz not null default now(),
  browser text,
  os text
);
create index sessions_user on sessions (user_id) where revoked_at is null;
create index sessions_by_user on sessions (user_id, created_at desc);
create index sessions_end on sessions (least(revoked_at, expires_at));

create table refresh_tokens (
  token_hash text primary key,
  session_id uuid not null references sessions on delete cascade,
  seq int not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint refresh_tokens_seq_unique unique (session_id, seq)
);
create index refresh_tokens_expiry on refresh_tokens (expires_at);

create table verifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  email text not null,
  token_hash text not null constraint verifications_token_unique unique,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz,
  -- Keyed hashes of the networks of the request: for IPv6 the /64, then the /48; for IPv4 the address. If the account has an
  -- unproven mailbox and no known place, the limits of these networks count the mails to the account.
  networks text[] not null default '{}'
);
create index verifications_user on verifications (user_id);
create index verifications_expiry on verifications (expires_at);

-- No reference to users, because an address without an account gets a row too.
create table password_resets (
  id uuid primary key,
  email_key text not null,
  token_hash text not null constraint password_resets_token_unique unique,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz,
  -- Keyed hashes of the networks of the request: for IPv6 the /64, then the /48; for IPv4 the address. The limits count
  -- requests per network. A new link voids an earlier link only if the same network requested both.
  networks text[] not null default '{}'
);
create index password_resets_address on password_resets (email_key, requested_at desc);
create index password_resets_expiry on password_resets (expires_at);

-- Networks from which an account was used, as keyed hashes. network: for IPv6 the /64, for IPv4 the address. networks: the
-- same hash, and for IPv6 also that of the /48. A row expires 90 days after the last use of the account from its network.
create table known_places (
  user_id uuid not null references users (id) on delete cascade,
  network text not null,
  networks text[] not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, network)
);
create index known_places_expires_at on known_places (expires_at);

create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  secret text not null,
  started_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  wrong_codes integer not null default 0,
  wrong_since timestamptz
);

create table recovery_codes (
  code_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  used_at timestamptz
);
create index recovery_codes_user on recovery_codes (user_id);

create table sign_in_challenges (
  token_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  wrong_codes integer not null default 0
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_expiry on sign_in_challenges (expires_at);

create table suspensions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  reason text not null,
  suspended_at timestamptz not null,
  lifted_at timestamptz
);
create unique index suspensions_open on suspensions (user_id) where lifted_at is null;
create index suspensions_user on suspensions (user_id);

create table audit_entries (
  id uuid primary key,
  user_id uuid,
  actor_id uuid,
  action text not null,
  details jsonb not null,
  occurred_at timestamptz not null,
  by_operator boolean not null default false,
  constraint audit_entries_one_actor check (not by_operator or actor_id is null)
);
create index audit_entries_user on audit_entries (user_id, id desc);
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are never changed';
end $$;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_audit_change();
create index audit_entries_event on audit_entries ((details->>'eventId')) where user_id is null;
`;
