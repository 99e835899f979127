import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/sql.js';

/** Whether the shop would be without an administrator if this account went; those who are about to go do not count. */
export class IsLastAdmin extends Query<boolean> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(IsLastAdmin)
export class IsLastAdminHandler implements IQueryHandler<IsLastAdmin> {
  constructor(private readonly sql: Sql) {}

  async execute({ userId }: IsLastAdmin): Promise<boolean> {
    const row = await this.sql.row<{ last: boolean }>(
      `select role = 'admin' and not exists (
         select from users o where o.role = 'admin' and o.id <> u.id and o.closed_at is null and o.suspended_at is null and not exists (
           select from deletions d where d.user_id = o.id and d.requested_at is not null and d.undone_at is null)
       ) as last from users u where u.id = $1`,
      [userId],
    );
    return row?.last ?? false;
  }
}
