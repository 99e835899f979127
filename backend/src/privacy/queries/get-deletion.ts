import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import type { DeletionState } from '../deletion.contract.js';

/** Returns whether and when an account will be erased. */
export class GetDeletion extends Query<DeletionState> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(GetDeletion)
export class GetDeletionHandler implements IQueryHandler<GetDeletion> {
  constructor(private readonly sql: Sql) {}

  async execute({ userId }: GetDeletion): Promise<DeletionState> {
    const row = await this.sql.row<{ eraseAt: Date }>(
      `select erase_at as "eraseAt" from deletions
       where user_id = $1 and requested_at is not null and undone_at is null`,
      [userId],
    );
    return { state: row ? 'requested' : 'none', erasesAt: row?.eraseAt.toISOString() ?? null };
  }
}
