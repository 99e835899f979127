import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/sql.js';

/**
 * The account whose owner has proven to read the mails to its address, found by its id or by the address; null when
 * nobody has. Only to such an account belongs what others did with the address and without the account.
 */
export class FindProvenAccount extends Query<ProvenAccount | null> {
  constructor(readonly by: { userId: string } | { emailKey: string }) {
    super();
  }
}

export interface ProvenAccount {
  userId: string;
  emailKey: string;
}

@QueryHandler(FindProvenAccount)
export class FindProvenAccountHandler implements IQueryHandler<FindProvenAccount> {
  constructor(private readonly sql: Sql) {}

  execute({ by }: FindProvenAccount): Promise<ProvenAccount | null> {
    const [column, key] = 'userId' in by ? ['id', by.userId] : ['email_key', by.emailKey];
    return this.sql.row<ProvenAccount & Record<string, unknown>>(
      `select id as "userId", email_key as "emailKey" from users where ${column} = $1 and mailbox_proven_at is not null`,
      [key],
    );
  }
}
