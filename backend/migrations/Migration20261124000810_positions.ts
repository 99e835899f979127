import { Migration } from '@mikro-orm/migrations';

/** Where a job that runs by the clock goes on when one run is too short for all of its work. */
export class Migration20261124000810_positions extends Migration {
  override up(): void {
    this.addSql(`alter table schedule_runs add column position text`);
  }
}
