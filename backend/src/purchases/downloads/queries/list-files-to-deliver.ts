import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/**
 * The files that a buyer gets: of each kind that was on offer the newest, which may have come since; the newest of each
 * kind when nothing of the offer is left.
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
       promised as (
         select id from newest where kind in (
           select kind from pattern_files where pattern_id = $1 and id = any($2::uuid[])))
       select id from promised
       union all
       select id from newest where not exists (select from promised)`,
      [patternId, offered],
    );
    return files.map(({ id }) => id);
  }
}
