import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/**
 * Finds an account with a proven mailbox by the id or the address of the account; null when there is none. Guest purchases
 * of an address may be assigned only to an account with a proven mailbox: an attacker can register an account with the
 * address of a guest.
 */
export class FindProvenAccount extends Query<ProvenAccount | null> {
  constructor(readonly by: { userId: string } | { emailKey: string }) {
    super();
  }
}

export interface ProvenAccount {
  userId: string;
  emailKey: string;
  /** The account is closed or its deletion is requested, so no guest purchase may be assigned to it. */
  deletionRequested: boolean;
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
              ) as "deletionRequested"
         from users u where u.${column} = $1 and u.mailbox_proven_at is not null`,
      [key],
    );
  }
}
