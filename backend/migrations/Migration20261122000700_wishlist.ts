import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000700_wishlist extends Migration {
  override up(): void {
    this.addSql(`
create table wishlist_items (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  pattern_id uuid not null references patterns on delete cascade,
  added_at timestamptz not null,
  constraint wishlist_items_pattern_unique unique (user_id, pattern_id)
);
create index wishlist_items_newest on wishlist_items (user_id, added_at desc, id desc);
create index wishlist_items_pattern on wishlist_items (pattern_id);
`);
  }
}
