import { Migration } from '@mikro-orm/migrations';

export class Migration20261124000100_unproven_mails extends Migration {
  override up(): void {
    this.addSql(`
-- Mails to addresses that their sender has not proven, for as long as ceilings count them; keyed hashes, no addresses.
create table unproven_mails (
  id text primary key,
  recipient text not null,
  networks text[] not null,
  admitted_at timestamptz not null default now()
);
create index unproven_mails_admitted_at on unproven_mails (admitted_at);

-- What is mailed about an order: one for nothing, to an address that is not proven, gets its confirmation at most.
alter table purchases add column mails text not null default 'all' check (mails in ('all', 'receipt', 'none'));

-- An open order of a guest belongs to the browser that began it.
alter table purchases add column guest_key text;
drop index purchases_open_per_guest;
create unique index purchases_open_per_guest on purchases (buyer_email_key, pattern_id, guest_key)
  where status = 'pending' and buyer_id is null;
`);
  }
}
