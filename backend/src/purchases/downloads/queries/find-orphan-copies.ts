import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { validate } from 'uuid';
import { Sql } from '../../../platform/database/sql.js';

/**
 * Finds the objects that no copy uses and no job will use: all copies of their purchase are ready, or the purchase has ended
 * or does not exist. While a copy is in state `marking`, a job may be writing its object.
 * @param keys of objects below `copies/`; other keys are never returned
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
