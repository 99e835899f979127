import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/sql.js';

/** The account that has proven an address, found by its id or by the address; null when nobody has. */
export class FindVerifiedAccount extends Query<VerifiedAccount | null> {
  constructor(readonly by: { userId: string } | { emailKey: string }) {
    super();
  }
}

export interface VerifiedAccount {
  userId: string;
  emailKey: string;
}

@QueryHandler(FindVerifiedAccount)
export class FindVerifiedAccountHandler implements IQueryHandler<FindVerifiedAccount> {
  constructor(private readonly sql: Sql) {}

  execute({ by }: FindVerifiedAccount): Promise<VerifiedAccount | null> {
    const [column, key] = 'userId' in by ? ['id', by.userId] : ['email_key', by.emailKey];
    return this.sql.row<VerifiedAccount & Record<string, unknown>>(
      `select id as "userId", email_key as "emailKey" from users where ${column} = $1 and verified_at is not null`,
      [key],
    );
  }
}
