import { Migration } from '@mikro-orm/migrations';

export class Migration20261124000200_second_factor extends Migration {
  override up(): void {
    this.addSql(`
create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  secret text not null,
  started_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  wrong_codes integer not null default 0,
  wrong_since timestamptz
);
create table recovery_codes (
  code_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  used_at timestamptz
);
create index recovery_codes_user on recovery_codes (user_id);
create table sign_in_challenges (
  token_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  wrong_codes integer not null default 0
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_expiry on sign_in_challenges (expires_at);

-- The default serves processes of the version before, which insert without it.
alter table sessions
  add column last_used_at timestamptz not null default now(),
  add column browser text,
  add column os text;
update sessions s set last_used_at = coalesce(
  (select max(issued_at) from refresh_tokens t where t.session_id = s.id), s.created_at);
`);
  }
}
