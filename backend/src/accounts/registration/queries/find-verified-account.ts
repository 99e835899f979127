import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/**
 * Finds an account by its id; null when the account's address is unverified. The mailbox of a verified address can still be
 * unproven (see `FindProvenAccount`).
 */
export class FindVerifiedAccount extends Query<VerifiedAccount | null> {
  constructor(readonly userId: string) {
    super();
  }
}

export interface VerifiedAccount {
  emailKey: string;
}

@QueryHandler(FindVerifiedAccount)
export class FindVerifiedAccountHandler implements IQueryHandler<FindVerifiedAccount> {
  constructor(private readonly sql: Sql) {}

  execute({ userId }: FindVerifiedAccount): Promise<VerifiedAccount | null> {
    return this.sql.row<VerifiedAccount>(
      `select email_key as "emailKey" from users where id = $1 and verified_at is not null`,
      [userId],
    );
  }
}
