import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { NEVER_SOLD } from '../../patterns/unsold-patterns.js';

/**
 * Keys of what goes from the storage when a designer goes: what they uploaded, which carries their name inside, and
 * everything of what was never sold. The masters that copies are made from stay, and so do the pictures of what was sold.
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
  select p.id, ${NEVER_SOLD} as unsold
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
