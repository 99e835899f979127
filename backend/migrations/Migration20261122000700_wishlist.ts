import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000700_wishlist extends Migration {
  override up(): void {
    this.addSql(`select 1`);
  }
}
