import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/sql.js';

/**
 * The files that a buyer gets: those that were on offer when the order began, as long as they are ready; in place of
 * one that no longer is, the newest of its kind; the newest of each kind when nothing of the offer is left.
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
         select distinct case when f.state = 'ready' then f.id else n.id end as id
         from pattern_files f left join newest n on n.kind = f.kind
         where f.pattern_id = $1 and f.id = any($2::uuid[]))
       select id from promised where id is not null
       union all
       select id from newest where not exists (select 1 from promised where id is not null)`,
      [patternId, offered],
    );
    return files.map(({ id }) => id);
  }
}
