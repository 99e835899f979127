import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';

/** Drops who has seen what, once the half hour is over for which it has to be known. @returns how many rows */
export class PurgeViews extends Command<number> {}

/** Takes a fraction of a second, far from the time that a statement may take. */
const BATCH = 20_000;
/** What is left after so many batches, twenty million views, waits for the next run. */
const ROUNDS = 1_000;

const STATEMENT = `
with gone as (
  delete from view_seen where ctid = any(array(
    select ctid from view_seen where time_window < floor(extract(epoch from now()) / 1800)::bigint - 1
    order by time_window limit ${BATCH} for update skip locked))
  returning 1
) select count(*)::int as count from gone`;

@CommandHandler(PurgeViews)
export class PurgeViewsHandler implements ICommandHandler<PurgeViews> {
  constructor(private readonly sql: Sql) {}

  async execute(): Promise<number> {
    let forgotten = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { count } = (await this.sql.unprepared<{ count: number }>(STATEMENT))[0]!;
      forgotten += count;
      if (count < BATCH) break;
    }
    return forgotten;
  }
}
