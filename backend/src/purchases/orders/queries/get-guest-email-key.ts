import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/** The key of the guest's e-mail address (`emailKey`); null when the purchase belongs to an account. */
export class GetGuestEmailKey extends Query<string | null> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

@QueryHandler(GetGuestEmailKey)
export class GetGuestEmailKeyHandler implements IQueryHandler<GetGuestEmailKey> {
  constructor(private readonly sql: Sql) {}

  async execute({ purchaseId }: GetGuestEmailKey): Promise<string | null> {
    const row = await this.sql.row<{ key: string }>(
      `select buyer_email_key as key from purchases where id = $1 and buyer_id is null`,
      [purchaseId],
    );
    return row?.key ?? null;
  }
}
