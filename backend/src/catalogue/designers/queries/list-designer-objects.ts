import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { UNSOLD } from '../../patterns/unsold-patterns.js';

/**
 * Lists the storage keys to delete when a designer is anonymised: the original uploads (their metadata can contain the
 * designer's name), the previews, and all objects of unsold patterns. Masters and pictures of sold patterns are kept.
 */
export class ListDesignerObjects extends Query<string[]> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(ListDesignerObjects)
export class ListDesignerObjectsHandler implements IQueryHandler<ListDesignerObjects> {
  constructor(private readonly sql: Sql) {}

  async execute({ userId }: ListDesignerObjects): Promise<string[]> {
    return (await this.sql.rows<{ key: string }>(STATEMENT, [userId])).map(({ key }) => key);
  }
}

const STATEMENT = `
with own as (
  select p.id, ${UNSOLD} as unsold
  from patterns p join designers d on d.id = p.designer_id where d.user_id = $1
)
select f.source_key as key from pattern_files f join own on own.id = f.pattern_id
union select 'previews/' || f.id || '.pdf' from pattern_files f join own on own.id = f.pattern_id
  where f.state = 'needs-confirmation'
union select f.master_key from pattern_files f join own on own.id = f.pattern_id
  where own.unsold and f.master_key is not null
union select s.source_key from pattern_pictures s join own on own.id = s.pattern_id
union select substr(s.url, 2) from pattern_pictures s join own on own.id = s.pattern_id
  where own.unsold and s.url is not null`;
