import { Migration } from '@mikro-orm/migrations';

/** The licence of an order. Orders from before keep null: their buyers have agreed to no licence text. */
export class Migration20261125140700_licences extends Migration {
  override up(): void {
    this.addSql('alter table purchases add column licence jsonb;');
  }
}
