import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';

/** Adds the pending views to their patterns, each exactly once: they are taken and counted in one statement. @returns how many */
export class RollUpViews extends Command<number> {}

const AT_ONCE = 10_000;

// By a bound, not by a list of rows: the table is empty at one time and full at another, and a plan made for the one would
// compare each row of the list with each of the table at the other.
const STATEMENT = `
with taken as (
  delete from view_pending
  where id <= (select max(id) from (select id from view_pending order by id limit ${AT_ONCE}) first)
  returning pattern_id
), counted as (
  update patterns p set view_count = p.view_count + v.views
  from (select pattern_id, count(*) as views from taken group by pattern_id order by pattern_id) v
  where p.id = v.pattern_id
)
select count(*)::int as views from taken`;

@CommandHandler(RollUpViews)
export class RollUpViewsHandler implements ICommandHandler<RollUpViews> {
  constructor(private readonly sql: Sql) {}

  async execute(): Promise<number> {
    for (let sum = 0; ;) {
      const { views } = (await this.sql.row<{ views: number }>(STATEMENT))!;
      sum += views;
      if (views < AT_ONCE) return sum;
    }
  }
}
