import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/** Ends the sessions of an account, except one if given. Their tokens are refused from the next request on. */
export class RevokeSessions extends Command<void> {
  constructor(
    readonly userId: string,
    readonly keptSessionId: string | null,
    readonly reason: string,
    /** Sessions that were opened later stay open, because they were opened with the current password. */
    readonly openedBefore: Date,
  ) {
    super();
  }
}

@CommandHandler(RevokeSessions)
export class RevokeSessionsHandler implements ICommandHandler<RevokeSessions> {
  constructor(private readonly sql: Sql) {}

  async execute({ userId, keptSessionId, reason, openedBefore }: RevokeSessions): Promise<void> {
    await this.sql.rows(
      `update sessions set revoked_at = now(), revoked_reason = $3
       where user_id = $1 and id is distinct from $2::uuid and revoked_at is null and created_at < $4`,
      [userId, keptSessionId, reason, openedBefore],
    );
  }
}
