import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000600_newsletter extends Migration {
  override up(): void {
    this.addSql(`
create table newsletter_subscriptions (
  id uuid primary key,
  email text,
  email_key text not null,
  locale text not null check (locale in ('de', 'en')),
  state text not null check (state in ('pending', 'active', 'ended')),
  confirm_token_hash text not null constraint newsletter_subscriptions_confirm_unique unique,
  leave_token_hash text not null constraint newsletter_subscriptions_leave_unique unique,
  asked_at jsonb not null,
  proof jsonb not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  check ((email is null) = (state = 'ended'))
);
create unique index newsletter_subscriptions_address on newsletter_subscriptions (email_key) where state <> 'ended';
create index newsletter_subscriptions_pending on newsletter_subscriptions (requested_at) where state = 'pending';
create index newsletter_subscriptions_ended on newsletter_subscriptions (ended_at) where state = 'ended';
`);
  }
}
