import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/sql.js';

/** What makes the address of an account the same as another one; null without an account. */
export class GetAddress extends Query<string | null> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(GetAddress)
export class GetAddressHandler implements IQueryHandler<GetAddress> {
  constructor(private readonly sql: Sql) {}

  async execute({ userId }: GetAddress): Promise<string | null> {
    const row = await this.sql.row<{ key: string }>('select email_key as key from users where id = $1', [userId]);
    return row?.key ?? null;
  }
}
