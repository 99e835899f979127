import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { addViews, type CountedViews } from '../../catalogue/catalogue.writes.js';
import { Sql } from '../../platform/database/sql.js';
import { Transactional } from '../../platform/database/transactional.js';

/** Adds the pending views to their patterns, each exactly once: they are taken and counted in one transaction. @returns how many */
export class RollUpViews extends Command<number> {}

const AT_ONCE = 10_000;

// By a bound, not by a list of rows: the table is empty at one time and full at another, and a plan made for the one would
// compare each row of the list with each of the table at the other.
const STATEMENT = `
with taken as (
  delete from view_pending
  where id <= (select max(id) from (select id from view_pending order by id limit ${AT_ONCE}) first)
  returning pattern_id
)
select pattern_id as "patternId", count(*)::int as views from taken group by pattern_id order by pattern_id`;

@CommandHandler(RollUpViews)
export class RollUpViewsHandler implements ICommandHandler<RollUpViews> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
  ) {}

  async execute(): Promise<number> {
    for (let sum = 0; ;) {
      const views = await this.step();
      sum += views;
      if (views < AT_ONCE) return sum;
    }
  }

  @Transactional()
  private async step(): Promise<number> {
    const counted = await this.sql.rows<CountedViews>(STATEMENT);
    await addViews(this.sql, counted);
    return counted.reduce((sum, { views }) => sum + views, 0);
  }
}
