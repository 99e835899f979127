import { Migration } from '@mikro-orm/migrations';

/** How often the file of a delivery began to be decoded by a worker that then ended without a report. */
export class Migration20261124000800_decodings extends Migration {
  override up(): void {
    this.addSql(`alter table deliveries add column decodings smallint not null default 0`);
  }
}
