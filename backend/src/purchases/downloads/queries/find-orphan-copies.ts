import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { validate } from 'uuid';
import { Sql } from '../../../platform/database/sql.js';

/**
 * Finds stored objects that no copy uses and that no job will use. While a copy of a pending or paid purchase is in state
 * `marking`, a job may be writing the object of this copy. So no object of this purchase is returned.
 * @param keys the keys to check; only keys below `copies/` can be returned
 */
export class FindOrphanCopies extends Query<string[]> {
  constructor(readonly keys: string[]) {
    super();
  }
}

@QueryHandler(FindOrphanCopies)
export class FindOrphanCopiesHandler implements IQueryHandler<FindOrphanCopies> {
  constructor(private readonly sql: Sql) {}

  async execute({ keys }: FindOrphanCopies): Promise<string[]> {
    const copies = keys.flatMap((key) => {
      const [, purchaseId = ''] = /^copies\/([^/]+)\/[^/]+\.pdf$/.exec(key) ?? [];
      return validate(purchaseId) ? [{ key, purchaseId }] : [];
    });
    const rows = await this.sql.rows<{ key: string }>(
      `select o.key from unnest($1::text[], $2::uuid[]) as o(key, purchase_id)
       where not exists (select 1 from copies c where c.object_key = o.key)
         and not exists (select 1 from copies c join purchases u on u.id = c.purchase_id
                         where c.purchase_id = o.purchase_id and c.state = 'marking' and u.status in ('pending', 'paid'))`,
      [copies.map(({ key }) => key), copies.map(({ purchaseId }) => purchaseId)],
    );
    return rows.map(({ key }) => key);
  }
}
