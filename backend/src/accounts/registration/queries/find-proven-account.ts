import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/**
 * The account with a proven mailbox, found by its id or by the address; null without one. Only this account may
 * receive what was created for the address without the account, such as guest purchases.
 */
export class FindProvenAccount extends Query<ProvenAccount | null> {
  constructor(readonly by: { userId: string } | { emailKey: string }) {
    super();
  }
}

export interface ProvenAccount {
  userId: string;
  emailKey: string;
  /** It is erased or will be: it receives nothing any more. */
  leaving: boolean;
}

@QueryHandler(FindProvenAccount)
export class FindProvenAccountHandler implements IQueryHandler<FindProvenAccount> {
  constructor(private readonly sql: Sql) {}

  execute({ by }: FindProvenAccount): Promise<ProvenAccount | null> {
    const [column, key] = 'userId' in by ? ['id', by.userId] : ['email_key', by.emailKey];
    return this.sql.row<ProvenAccount>(
      `select u.id as "userId", u.email_key as "emailKey", u.closed_at is not null or exists (
                select from deletions d
                 where d.user_id = u.id and d.requested_at is not null and d.undone_at is null
              ) as leaving
         from users u where u.${column} = $1 and u.mailbox_proven_at is not null`,
      [key],
    );
  }
}
