import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/**
 * Finds an account with a proven mailbox by its id or its address; null when there is none. Only such an account gets the
 * data that was created for its address without an account, such as guest purchases.
 */
export class FindProvenAccount extends Query<ProvenAccount | null> {
  constructor(readonly by: { userId: string } | { emailKey: string }) {
    super();
  }
}

export interface ProvenAccount {
  userId: string;
  emailKey: string;
  /** The account is erased or scheduled for erasure, so it gets no more data. */
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
