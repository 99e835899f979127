import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000400_refunds_and_invoices extends Migration {
  override up(): void {
    this.addSql(`select 1`);
  }
}
