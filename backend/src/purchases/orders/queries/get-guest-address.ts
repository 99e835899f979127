import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/** The e-mail key of a guest purchase; null when the purchase belongs to an account. */
export class GetGuestAddress extends Query<string | null> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

@QueryHandler(GetGuestAddress)
export class GetGuestAddressHandler implements IQueryHandler<GetGuestAddress> {
  constructor(private readonly sql: Sql) {}

  async execute({ purchaseId }: GetGuestAddress): Promise<string | null> {
    const row = await this.sql.row<{ key: string }>(
      `select buyer_email_key as key from purchases where id = $1 and buyer_id is null`,
      [purchaseId],
    );
    return row?.key ?? null;
  }
}
