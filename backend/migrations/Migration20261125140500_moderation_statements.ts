import { Migration } from '@mikro-orm/migrations';

/**
 * Notices without an account, and statements of reasons (Regulation (EU) 2022/2065). The references have a default, so
 * that programs of the earlier version can still insert rows during a rolling deployment.
 */
export class Migration20261125140500_moderation_statements extends Migration {
  override up(): void {
    for (const sql of [REFERENCES, REPORTS, DECISIONS, BACKFILL]) this.addSql(sql);
  }
}

const REFERENCES = `
create sequence report_numbers;
create sequence decision_numbers;
create function moderation_reference(prefix text) returns text language sql volatile as $$
  select prefix || '-' || to_char(now() at time zone 'Europe/Berlin', 'YYYY') || '-'
    || lpad(n.number, greatest(6, length(n.number)), '0')
  from (select nextval(case prefix when 'NR' then 'report_numbers' else 'decision_numbers' end)::text as number) n
$$;
`;

const REPORTS = `
alter table pattern_reports
  add column reference text not null default moderation_reference('NR') unique,
  add column notifier_name text,
  add column notifier_email text,
  add column notifier_email_key text,
  add column locale text check (locale in ('de', 'en')),
  add column good_faith boolean not null default false,
  add column receipt_left_out boolean not null default false,
  add column decision_id uuid references pattern_decisions on delete set null;
alter table pattern_reports drop constraint pattern_reports_reason_check;
alter table pattern_reports add constraint pattern_reports_reason_check
  check (reason in ('copyright', 'misleading', 'quality', 'illegal', 'minors', 'other', 'resold-copy'));
create index pattern_reports_notifier on pattern_reports (notifier_email_key) where notifier_email_key is not null;
create index pattern_reports_decision on pattern_reports (decision_id);
`;

const DECISIONS = `
alter table pattern_decisions
  add column reference text not null default moderation_reference('DR') unique,
  add column ground text check (ground in ('law', 'terms')),
  add column clause text,
  add column detected_by text not null default 'moderator' check (detected_by in ('notice', 'moderator', 'automated')),
  add column reviews_id uuid references pattern_decisions on delete set null;
alter table pattern_decisions drop constraint pattern_decisions_decision_check;
alter table pattern_decisions add constraint pattern_decisions_decision_check
  check (decision in ('hidden', 'dismissed', 'restored', 'upheld'));
create unique index pattern_decisions_review on pattern_decisions (reviews_id);
create index pattern_decisions_log on pattern_decisions (decided_at desc, id desc);
`;

const BACKFILL = `
update pattern_decisions d set detected_by = case when r.reason = 'resold-copy' then 'automated' else 'notice' end
from pattern_reports r where r.id = d.report_id;
update pattern_reports r set decision_id = d.id from pattern_decisions d where d.report_id = r.id;
`;
