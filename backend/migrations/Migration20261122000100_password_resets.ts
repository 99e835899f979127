import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000100_password_resets extends Migration {
  override up(): void {
    this.addSql(`select 1`);
  }
}
