import { Migration } from '@mikro-orm/migrations';

export class Migration20261124000101_known_places extends Migration {
  override up(): void {
    this.addSql(`
-- Where the owner of an account has signed in: keyed hashes of networks, until nothing was heard from there for a while.
create table known_places (
  user_id uuid not null references users (id) on delete cascade,
  network text not null,
  networks text[] not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, network)
);
create index known_places_expires_at on known_places (expires_at);

-- Keyed hash of the network that asked; a request of one place neither silences nor ends those of another.
alter table password_resets add column networks text[] not null default '{}';
`);
  }
}
