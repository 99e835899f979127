export const moderation = `
create table pattern_reports (
  id uuid primary key,
  pattern_id uuid not null references patterns on delete cascade,
  reporter_id uuid references users on delete set null,
  reason text not null check (reason in ('copyright', 'misleading', 'quality', 'illegal', 'other', 'resold-copy')),
  text text,
  state text not null check (state in ('open', 'resolved')),
  decision text check (decision in ('hidden', 'dismissed')),
  reported_at timestamptz not null,
  resolved_at timestamptz,
  -- Empty except for the reason 'resold-copy': a designer has uploaded a sold copy, and the mark of the copy names these
  -- purchases. There is no foreign key, because another context owns the table of purchases.
  purchase_ids uuid[] not null default '{}'
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
`;
