import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';

/** Deletes the rows of `view_seen` that are older than the previous half hour. @returns the number of deleted rows */
export class PurgeViews extends Command<number> {}

/** Rows per statement. Deleting them takes a fraction of a second, far less than the statement timeout. */
const BATCH = 20_000;
/** Limits a run to twenty million rows; the next run deletes the rest. */
const MAX_ROUNDS = 1_000;

const STATEMENT = `
with purged as (
  delete from view_seen where ctid = any(array(
    select ctid from view_seen where time_window < floor(extract(epoch from now()) / 1800)::bigint - 1
    order by time_window limit ${BATCH} for update skip locked))
  returning 1
) select count(*)::int as count from purged`;

@CommandHandler(PurgeViews)
export class PurgeViewsHandler implements ICommandHandler<PurgeViews> {
  constructor(private readonly sql: Sql) {}

  async execute(): Promise<number> {
    let purged = 0;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { count } = (await this.sql.unprepared<{ count: number }>(STATEMENT))[0]!;
      purged += count;
      if (count < BATCH) break;
    }
    return purged;
  }
}
