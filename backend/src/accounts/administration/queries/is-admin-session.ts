import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { Sql } from '../../../platform/database/sql.js';
import { CONFIG } from '../../../platform/tokens.js';

/**
 * Whether a session is open and belongs to an administrator. If the shop requires a second factor, the account must have
 * one.
 */
export class IsAdminSession extends Query<boolean> {
  constructor(readonly sessionId: string) {
    super();
  }
}

@QueryHandler(IsAdminSession)
export class IsAdminSessionHandler implements IQueryHandler<IsAdminSession> {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ sessionId }: IsAdminSession): Promise<boolean> {
    const row = await this.sql.row(
      `select 1 from sessions s join users u on u.id = s.user_id
        where s.id = $1 and s.revoked_at is null and s.expires_at > now() and u.role = 'admin'
          and u.closed_at is null and u.suspended_at is null
          and (not $2 or exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null))`,
      [sessionId, this.config.secondFactorRequired],
    );
    return row !== null;
  }
}
