import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000100_password_resets extends Migration {
  override up(): void {
    this.addSql(`
-- No reference to users: a row is made for every address that is asked for, known or not.
create table password_resets (
  id uuid primary key,
  email_key text not null,
  token_hash text not null constraint password_resets_token_unique unique,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz
);
create index password_resets_address on password_resets (email_key, requested_at desc);
create index password_resets_expiry on password_resets (expires_at);

alter table users add column password_changed_at timestamptz;
create index users_newest on users (created_at desc, id desc);
create index users_staff on users (role, id) where role <> 'user';
create index users_search on users
  using gin ((email_key || ' ' || username_key || ' ' || lower(display_name)) gin_trgm_ops);

create index sessions_by_user on sessions (user_id, created_at desc);
create index sessions_end on sessions (least(revoked_at, expires_at));
create index refresh_tokens_expiry on refresh_tokens (expires_at);
create index verifications_expiry on verifications (expires_at);
`);
  }
}
