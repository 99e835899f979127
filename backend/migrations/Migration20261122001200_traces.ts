import { Migration } from '@mikro-orm/migrations';

export class Migration20261122001200_traces extends Migration {
  override up(): void {
    this.addSql(`alter table purchases add column trace_parent text`);
  }
}
