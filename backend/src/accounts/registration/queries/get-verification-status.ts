import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '../../../platform/api-error.js';
import { Sql } from '../../../platform/database/sql.js';
import type { VerificationStatus } from '../../accounts.contract.js';

/** Returns whether the address is verified and the mailbox is proven. @throws {ApiError} 404 NOT_FOUND */
export class GetVerificationStatus extends Query<VerificationStatus> {
  constructor(readonly userId: string) {
    super();
  }
}

interface StatusRow {
  email: string;
  verifiedAt: Date | null;
  pending: boolean;
  proven: boolean;
}

@QueryHandler(GetVerificationStatus)
export class GetVerificationStatusHandler implements IQueryHandler<GetVerificationStatus> {
  constructor(private readonly sql: Sql) {}

  async execute({ userId }: GetVerificationStatus) {
    const row = await this.sql.row<StatusRow>(
      `select email, verified_at as "verifiedAt", verified_at is null and exists (
                select from verifications v
                 where v.user_id = u.id and v.used_at is null and v.voided_at is null and v.expires_at > now()
              ) as pending, mailbox_proven_at is not null as proven
         from users u where id = $1`,
      [userId],
    );
    if (!row) throw notFound('NOT_FOUND', 'Account');
    return {
      isVerified: row.verifiedAt !== null,
      email: row.email,
      verifiedAt: row.verifiedAt?.toISOString() ?? null,
      hasPendingToken: row.pending,
      mailboxProven: row.proven,
    };
  }
}
