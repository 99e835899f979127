import { Migration } from '@mikro-orm/migrations';

/** The /48 from which a guest's order was opened, as a keyed hash; null for IPv4, and like `opened_from` after a day. */
export class Migration20261124000600_wider_networks extends Migration {
  override up(): void {
    this.addSql('alter table purchases add column opened_from_wide text;');
  }
}
