import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { addViews, type CountedViews } from '../../catalogue/catalogue.writes.js';
import { Sql } from '../../platform/database/sql.js';
import { Transactional } from '../../platform/database/transactional.js';

/**
 * Adds pending views to the counts of their patterns. One transaction deletes pending views and adds them to the
 * counts, so that each view counts exactly once.
 * @returns the number of added views
 */
export class RollUpViews extends Command<number> {}

const BATCH = 10_000;

// Selects the rows by the highest id, not by a list of ids: PostgreSQL may use a plan made for an almost empty table, which
// would compare each row with each id of a list.
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
      const views = await this.rollUpBatch();
      sum += views;
      if (views < BATCH) return sum;
    }
  }

  @Transactional()
  private async rollUpBatch(): Promise<number> {
    const counted = await this.sql.rows<CountedViews>(STATEMENT);
    await addViews(this.sql, counted);
    return counted.reduce((sum, { views }) => sum + views, 0);
  }
}
