import { Migration } from '@mikro-orm/migrations';

/** The licence of an order. Earlier orders keep null, because their buyers have agreed to no licence text. */
export class Migration20261125140700_licences extends Migration {
  override up(): void {
    this.addSql('alter table purchases add column licence jsonb;');
  }
}
