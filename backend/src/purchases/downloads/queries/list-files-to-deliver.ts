import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/**
 * The ids of the files that a buyer gets: the newest ready version of each offered kind, even a version that was added after
 * the offer. If no offered kind has a ready version, the buyer gets the newest ready version of every kind.
 * @param offered the ids of the files that the shop offered when the buyer ordered
 */
export class ListFilesToDeliver extends Query<string[]> {
  constructor(
    readonly patternId: string,
    readonly offered: string[],
  ) {
    super();
  }
}

@QueryHandler(ListFilesToDeliver)
export class ListFilesToDeliverHandler implements IQueryHandler<ListFilesToDeliver> {
  constructor(private readonly sql: Sql) {}

  async execute({ patternId, offered }: ListFilesToDeliver): Promise<string[]> {
    const files = await this.sql.rows<{ id: string }>(
      `with newest as (
         select distinct on (kind) id, kind from pattern_files
         where pattern_id = $1 and state = 'ready' order by kind, version desc),
       delivered as (
         select id from newest where kind in (
           select kind from pattern_files where pattern_id = $1 and id = any($2::uuid[])))
       select id from delivered
       union all
       select id from newest where not exists (select from delivered)`,
      [patternId, offered],
    );
    return files.map(({ id }) => id);
  }
}
