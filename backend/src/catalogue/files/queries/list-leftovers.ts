import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/**
 * Lists the uploads to purge: files and pictures that never arrived, and pictures that were refused or removed. `keys` are
 * the storage keys of objects that can still exist.
 */
export class ListLeftovers extends Query<Leftover[]> {}

export interface Leftover {
  id: string;
  what: 'file' | 'picture';
  keys: string[];
}

/** After 24 hours the presigned form has expired, so the upload can no longer arrive. */
const STATEMENT = `
select id, 'file' as what, array[source_key] as keys from pattern_files
where state = 'awaiting-upload' and uploaded_at < now() - interval '24 hours'
union all
select id, 'picture', array_remove(array[source_key, substr(url, 2)], null) from pattern_pictures
where state in ('awaiting-upload', 'refused', 'removed') and requested_at < now() - interval '24 hours'
limit 500`;

@QueryHandler(ListLeftovers)
export class ListLeftoversHandler implements IQueryHandler<ListLeftovers> {
  constructor(private readonly sql: Sql) {}

  execute(): Promise<Leftover[]> {
    return this.sql.rows<Leftover>(STATEMENT);
  }
}
