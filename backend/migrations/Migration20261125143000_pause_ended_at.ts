import { Migration } from '@mikro-orm/migrations';

/** A password reset ends the pause of a second factor at most once a day, so the time of the last end is stored. */
export class Migration20261125143000_pause_ended_at extends Migration {
  override up(): void {
    this.addSql('alter table second_factors add column pause_ended_at timestamptz');
  }
}
