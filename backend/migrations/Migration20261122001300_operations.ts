import { Migration } from '@mikro-orm/migrations';

export class Migration20261122001300_operations extends Migration {
  override up(): void {
    this.addSql(`
alter table deliveries add column queue text, add column replayed_at timestamptz, add column discarded_at timestamptz;
create index deliveries_job on deliveries (reaction, event_id);
create index deliveries_dead on deliveries (reaction, event_id)
  where dead_at is not null and done_at is null and discarded_at is null;

create index outbox_events_newest on outbox_events (occurred_at, id);
create index outbox_events_type on outbox_events (type, occurred_at, id);
create index outbox_events_subjects on outbox_events
  using gin (jsonb_path_query_array(payload, '$.*') jsonb_path_ops);

alter table audit_entries alter column user_id drop not null, add column by_operator boolean not null default false;
alter table audit_entries add constraint audit_entries_one_actor check (not by_operator or actor_id is null);
create index audit_entries_event on audit_entries ((details->>'eventId')) where user_id is null;

create index purchases_paid on purchases (paid_at) where status = 'paid';
create index copies_marking on copies (purchase_id) where state = 'marking';
`);
  }
}
