import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000200_selling extends Migration {
  override up(): void {
    this.addSql(`select 1`);
  }
}
