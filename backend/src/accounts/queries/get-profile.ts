import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '../../platform/api-error.js';
import { Sql } from '../../platform/database/sql.js';
import type { UserAnswer } from '../accounts.contract.js';
import { type AccountFields, userAnswer } from '../user-answer.js';

/** Returns the profile of an account. @throws {ApiError} 404 NOT_FOUND */
export class GetProfile extends Query<UserAnswer> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(GetProfile)
export class GetProfileHandler implements IQueryHandler<GetProfile> {
  constructor(private readonly sql: Sql) {}

  async execute({ userId }: GetProfile) {
    const user = await this.sql.row<AccountFields>(
      `select id, email, username, display_name as "displayName", first_name as "firstName", last_name as "lastName",
              avatar_url as "avatarUrl", role, language, verified_at as "verifiedAt", created_at as "createdAt"
         from users where id = $1`,
      [userId],
    );
    if (!user) throw notFound('NOT_FOUND', 'Account');
    return userAnswer(user);
  }
}
