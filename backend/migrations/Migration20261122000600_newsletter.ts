import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000600_newsletter extends Migration {
  override up(): void {
    this.addSql(`select 1`);
  }
}
