import { Migration } from '@mikro-orm/migrations';

export class Migration20261122001000_forget_views extends Migration {
  override up(): void {
    this.addSql(`
create index view_seen_window on view_seen (time_window);
`);
  }
}
