import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { addViews, type CountedViews } from '../../catalogue/catalogue.writes.js';
import { Sql } from '../../platform/database/sql.js';
import { Transactional } from '../../platform/database/transactional.js';

/** Adds pending views to their patterns exactly once: one transaction deletes and counts them. @returns the number of views */
export class RollUpViews extends Command<number> {}

const BATCH = 10_000;

// By the highest id, not by a list of ids: the size of the table varies, and with a list a plan for an empty table would
// compare each row with each id.
const STATEMENT = `
with removed as (
  delete from view_pending
  where id <= (select max(id) from (select id from view_pending order by id limit ${BATCH}) first)
  returning pattern_id
)
select pattern_id as "patternId", count(*)::int as views from removed group by pattern_id order by pattern_id`;

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
      if (views < BATCH) return sum;
    }
  }

  @Transactional()
  private async step(): Promise<number> {
    const counted = await this.sql.rows<CountedViews>(STATEMENT);
    await addViews(this.sql, counted);
    return counted.reduce((sum, { views }) => sum + views, 0);
  }
}
