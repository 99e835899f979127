export const events = `
create table outbox_events (
  id uuid primary key,
  type text not null,
  payload jsonb not null,
  trace_parent text,
  occurred_at timestamptz not null,
  relayed_at timestamptz
);
create index outbox_events_unrelayed on outbox_events (id) where relayed_at is null;
create function announce_outbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('outbox', '');
  return null;
end $$;
create trigger outbox_events_announce after insert on outbox_events
  for each statement execute function announce_outbox();
create index outbox_events_newest on outbox_events (occurred_at, id);
create index outbox_events_type on outbox_events (type, occurred_at, id);
create index outbox_events_subjects on outbox_events
  using gin (jsonb_path_query_array(payload, '$.*') jsonb_path_ops);

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
  queue text,
  replayed_at timestamptz,
  discarded_at timestamptz,
  -- Time of the first failed attempt. A replay resets this time.
  first_failed_at timestamptz,
  -- How often a worker began to decode the uploaded file of this job and died before it finished.
  decodings smallint not null default 0,
  primary key (event_id, reaction)
);
create index deliveries_open on deliveries (published_at) where done_at is null and dead_at is null;
create index deliveries_job on deliveries (reaction, event_id);
create index deliveries_dead on deliveries (reaction, event_id)
  where dead_at is not null and done_at is null and discarded_at is null;
-- The metrics and the autoscaler count pending jobs every few seconds.
create index deliveries_open_by_job on deliveries (reaction, event_id) where done_at is null and dead_at is null;
create index deliveries_replayed on deliveries (reaction, replayed_at)
  where done_at is null and dead_at is null and replayed_at is not null;

-- The last successful run of each scheduled job.
create table schedule_runs (
  job text primary key,
  done_at timestamptz not null default now(),
  -- Where the next run continues, for a job that cannot do all its work in one run.
  position text
);
-- The metrics report the time since these two jobs checked all payments. In a new shop, the creation of the schema counts as
-- the first check.
insert into schedule_runs (job) values ('reconcile-payments'), ('poll-stripe-events');
`;
