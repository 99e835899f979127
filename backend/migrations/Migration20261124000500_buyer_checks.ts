import { Migration } from '@mikro-orm/migrations';

/** How often, and when last, the card provider was asked about a purchase because its buyer waited for it. */
export class Migration20261124000500_buyer_checks extends Migration {
  override up(): void {
    this.addSql(`
alter table purchases
  add column buyer_checks smallint not null default 0,
  add column buyer_checked_at timestamptz;
`);
  }
}
