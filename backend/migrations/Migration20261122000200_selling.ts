import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000200_selling extends Migration {
  override up(): void {
    this.addSql(`
alter table patterns drop constraint patterns_status_check;
alter table patterns add constraint patterns_status_check
  check (status in ('draft', 'published', 'withdrawn', 'hidden'));
alter table patterns
  add column language text not null default 'de' check (language in ('de', 'en')),
  add column shown_as text check (shown_as in ('published', 'withdrawn'));
create index patterns_designer on patterns (designer_id);

alter table pattern_files drop constraint pattern_files_state_check;
alter table pattern_files add constraint pattern_files_state_check
  check (state in ('awaiting-upload', 'uploaded', 'needs-confirmation', 'ready', 'refused'));
alter table pattern_files
  add column changelog text,
  add column step text not null default 'queued' check (step in ('queued', 'checking', 'preparing', 'checked')),
  add column page_sizes jsonb,
  add column confirmed_at timestamptz;
create index pattern_files_awaiting on pattern_files (uploaded_at) where state = 'awaiting-upload';

create table pattern_pictures (
  id uuid primary key,
  pattern_id uuid not null references patterns on delete cascade,
  state text not null check (state in ('awaiting-upload', 'uploaded', 'ready', 'refused', 'removed')),
  source_key text not null,
  url text,
  refusal_code text,
  requested_at timestamptz not null,
  prepared_at timestamptz
);
create index pattern_pictures_pattern on pattern_pictures (pattern_id);
create index pattern_pictures_leftover on pattern_pictures (requested_at)
  where state in ('awaiting-upload', 'refused', 'removed');

create table file_notices (
  file_id uuid not null references pattern_files on delete cascade,
  purchase_id uuid not null references purchases on delete cascade,
  owed_at timestamptz not null,
  primary key (file_id, purchase_id)
);

-- moderation
create table pattern_reports (
  id uuid primary key,
  pattern_id uuid not null references patterns on delete cascade,
  reporter_id uuid references users on delete set null,
  reason text not null check (reason in ('copyright', 'misleading', 'quality', 'illegal', 'other')),
  text text,
  state text not null check (state in ('open', 'resolved')),
  decision text check (decision in ('hidden', 'dismissed')),
  reported_at timestamptz not null,
  resolved_at timestamptz
);
create unique index pattern_reports_open on pattern_reports (pattern_id, reporter_id) where state = 'open';
create index pattern_reports_queue on pattern_reports (state, reported_at, id);
create index pattern_reports_pattern on pattern_reports (pattern_id);
create index pattern_reports_reporter on pattern_reports (reporter_id);

create table pattern_decisions (
  id uuid primary key,
  pattern_id uuid not null references patterns on delete cascade,
  moderator_id uuid references users on delete set null,
  report_id uuid references pattern_reports on delete set null,
  decision text not null check (decision in ('hidden', 'dismissed', 'restored')),
  reason text,
  decided_at timestamptz not null
);
create index pattern_decisions_pattern on pattern_decisions (pattern_id, decided_at desc);
create index pattern_decisions_report on pattern_decisions (report_id);
`);
  }
}
