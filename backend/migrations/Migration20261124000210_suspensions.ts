import { Migration } from '@mikro-orm/migrations';

export class Migration20261124000210_suspensions extends Migration {
  override up(): void {
    this.addSql(`
alter table users add column suspended_at timestamptz;
create table suspensions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  reason text not null,
  suspended_at timestamptz not null,
  lifted_at timestamptz
);
create unique index suspensions_open on suspensions (user_id) where lifted_at is null;
create index suspensions_user on suspensions (user_id);

-- The status to go back to when the designer's account is restored; the pattern is hidden until then.
alter table patterns add column suspended_as text check (suspended_as in ('published', 'withdrawn', 'hidden'));
create index patterns_suspended on patterns (designer_id) where suspended_as is not null;
`);
  }
}
