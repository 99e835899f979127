import { Migration } from '@mikro-orm/migrations';

export class Migration20261122001100_withdrawals extends Migration {
  override up(): void {
    this.addSql(`
create table withdrawals (
  id uuid primary key,
  reference text not null constraint withdrawals_reference_unique unique,
  name text not null,
  email text not null,
  email_key text not null,
  contract text not null,
  locale text not null check (locale in ('de', 'en')),
  text_version text not null,
  user_id uuid,
  purchase_ids uuid[] not null,
  outcome text not null check (outcome in ('refund', 'review')),
  received_at timestamptz not null,
  receipt_left_out boolean not null,
  proven boolean not null,
  receipt_sent_at timestamptz,
  decision text check (decision in ('refunded', 'declined')),
  decision_note text,
  decided_at timestamptz,
  decided_by uuid,
  restricted_at timestamptz,
  check ((decision is null) = (decided_at is null))
);
create sequence withdrawal_numbers;
create index withdrawals_newest on withdrawals (received_at desc, id desc);
create index withdrawals_email on withdrawals (email_key, received_at);
create index withdrawals_purchases on withdrawals using gin (purchase_ids);
create index withdrawals_open on withdrawals (received_at, id) where outcome = 'review' and decided_at is null;
create index withdrawals_user on withdrawals (user_id) where user_id is not null;

alter table refund_requests drop constraint refund_requests_cause_check;
alter table refund_requests add constraint refund_requests_cause_check
  check (cause in ('admin', 'paid-twice', 'buyer-erased', 'withdrawal'));
`);
  }
}
