import { Migration } from '@mikro-orm/migrations';

/** The layout that rate-limiter-flexible expects. Unlogged: after a crash of the database everybody starts afresh. */
export class Migration20261122000800_rate_limits extends Migration {
  override up(): void {
    this.addSql(`
create unlogged table rate_limits (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
) with (fillfactor = 70);
`);
  }
}
