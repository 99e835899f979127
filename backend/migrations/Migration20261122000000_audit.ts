import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000000_audit extends Migration {
  override up(): void {
    this.addSql(`
create table audit_entries (
  id uuid primary key,
  user_id uuid not null,
  actor_id uuid,
  action text not null,
  details jsonb not null,
  occurred_at timestamptz not null
);
create index audit_entries_user on audit_entries (user_id, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are never changed';
end $$;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_audit_change();
`);
  }
}
