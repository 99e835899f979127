import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/** Whether a user has bought a pattern. */
export class HasAccess extends Query<boolean> {
  constructor(
    readonly patternId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@QueryHandler(HasAccess)
export class HasAccessHandler implements IQueryHandler<HasAccess> {
  constructor(private readonly sql: Sql) {}

  async execute({ patternId, userId }: HasAccess): Promise<boolean> {
    const owned = await this.sql.row(
      `select 1 from purchases where buyer_id = $1 and pattern_id = $2 and status = 'paid'`,
      [userId, patternId],
    );
    return owned !== null;
  }
}
