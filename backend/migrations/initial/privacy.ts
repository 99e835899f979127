export const privacy = `
create table consent_records (
  id uuid primary key,
  user_id uuid not null references users,
  type text not null,
  granted boolean not null,
  version text not null,
  source text not null,
  recorded_at timestamptz not null
);
create index consent_records_user on consent_records (user_id, type, recorded_at desc, id desc);
create function refuse_consent_change() returns trigger language plpgsql as $$
begin
  raise exception 'consent records are never changed';
end $$;
create trigger consent_records_append_only before update or delete on consent_records
  for each row execute function refuse_consent_change();

create table export_requests (
  id uuid primary key,
  user_id uuid not null references users,
  language text not null check (language in ('de', 'en')),
  state text not null check (state in ('queued', 'running', 'ready', 'failed', 'cancelled', 'expired')),
  failures int not null default 0,
  requested_at timestamptz not null,
  started_at timestamptz,
  ready_at timestamptz,
  expires_at timestamptz,
  bytes bigint
);
create unique index export_requests_open on export_requests (user_id) where state in ('queued', 'running');
create index export_requests_user on export_requests (user_id, requested_at desc);
create index export_requests_ready on export_requests (expires_at) where state = 'ready';

create table deletions (
  id uuid primary key,
  user_id uuid not null references users,
  session_id uuid,
  confirm_token_hash text not null constraint deletions_confirm_token_unique unique,
  undo_token_hash text not null constraint deletions_undo_token_unique unique,
  asked_at timestamptz not null,
  confirm_by timestamptz,
  requested_at timestamptz,
  erase_at timestamptz,
  undone_at timestamptz,
  begun_at timestamptz,
  erased_at timestamptz
);
create unique index deletions_open on deletions (user_id) where requested_at is not null and undone_at is null;
create index deletions_due on deletions (erase_at)
  where requested_at is not null and undone_at is null and erased_at is null;

create table erasure_steps (
  user_id uuid not null references users,
  step text not null,
  done_at timestamptz not null default now(),
  primary key (user_id, step)
);
`;
