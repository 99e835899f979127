import { Migration } from '@mikro-orm/migrations';

/** The ground of a suspension (Art. 17 (3) DSA). Suspensions of an earlier version of the shop have none. */
export class Migration20261128070000_suspension_grounds extends Migration {
  override up(): void {
    this.addSql(`
alter table suspensions
  add column ground text check (ground in ('law', 'terms')),
  add column clause text`);
  }
}
