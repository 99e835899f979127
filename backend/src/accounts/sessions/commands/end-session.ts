import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '../../../platform/api-error.js';
import { Sql } from '../../../platform/database/sql.js';

/**
 * Ends one session of an account. Its tokens are refused from the next request on.
 * @throws {ApiError} 404 SESSION_NOT_FOUND
 */
export class EndSession extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
  ) {
    super();
  }
}

@CommandHandler(EndSession)
export class EndSessionHandler implements ICommandHandler<EndSession> {
  constructor(private readonly sql: Sql) {}

  async execute({ userId, sessionId }: EndSession): Promise<void> {
    const ended = await this.sql.row(
      `update sessions set revoked_at = now(), revoked_reason = 'ended-by-owner'
       where id = $1 and user_id = $2 and revoked_at is null and expires_at > now() returning id`,
      [sessionId, userId],
    );
    if (!ended) throw notFound('SESSION_NOT_FOUND', 'Session');
  }
}
