import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000500_privacy extends Migration {
  override up(): void {
    this.addSql(`select 1`);
  }
}
