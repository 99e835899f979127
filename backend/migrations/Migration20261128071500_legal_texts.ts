import { Migration } from '@mikro-orm/migrations';

/** The legal texts of orders. Orders from before keep null: the shop stored no text with them. */
export class Migration20261128071500_legal_texts extends Migration {
  override up(): void {
    this.addSql(`
-- Each text once per change, with the operator's facts. Contains no personal data of buyers, and is never deleted.
create table legal_texts (
  id text primary key,
  kind text not null check (kind in ('terms', 'withdrawal')),
  locale text not null check (locale in ('de', 'en')),
  version text not null,
  content jsonb not null,
  first_used_at timestamptz not null default now()
);

-- No foreign keys: an order that is rebuilt from its payment can name texts that the restored database lacks until the next
-- order stores them again.
alter table purchases add column terms_text_id text, add column withdrawal_text_id text;
`);
  }
}
