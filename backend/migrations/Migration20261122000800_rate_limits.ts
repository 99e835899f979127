import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000800_rate_limits extends Migration {
  override up(): void {
    this.addSql(`select 1`);
  }
}
