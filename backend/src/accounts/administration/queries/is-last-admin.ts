import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ApiError } from '../../../platform/api-error.js';
import { Sql } from '../../../platform/database/sql.js';

/** Name of the advisory lock for all changes that can remove an administrator: role change, suspension and deletion. */
export const ADMIN_REMOVAL_LOCK = 'deletion of administrators';

/** Ignores other administrators whose accounts are suspended, closed or scheduled for deletion. */
const IS_LAST_ADMIN = `
  select role = 'admin' and not exists (
    select from users o where o.role = 'admin' and o.id <> u.id and o.closed_at is null and o.suspended_at is null
      and not exists (
        select from deletions d where d.user_id = o.id and d.requested_at is not null and d.undone_at is null)
  ) as last from users u where u.id = $1`;

/** @returns whether the account is the last administrator. Requires the advisory lock `ADMIN_REMOVAL_LOCK`. */
export async function isLastAdmin(sql: Sql, userId: string): Promise<boolean> {
  return (await sql.row<{ last: boolean }>(IS_LAST_ADMIN, [userId]))?.last ?? false;
}

export const lastAdmin = () =>
  new ApiError(409, 'LAST_ADMIN', 'This is the last administrator. Make another account an administrator first.');

/** Makes `isLastAdmin` available to other contexts. */
export class IsLastAdmin extends Query<boolean> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(IsLastAdmin)
export class IsLastAdminHandler implements IQueryHandler<IsLastAdmin> {
  constructor(private readonly sql: Sql) {}

  execute({ userId }: IsLastAdmin): Promise<boolean> {
    return isLastAdmin(this.sql, userId);
  }
}
