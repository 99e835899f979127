import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '../../../platform/api-error.js';
import { Sql } from '../../../platform/database/sql.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { User } from '../../user.entity.js';
import { KnownPlaces } from '../known-places.js';

/**
 * Ends one session of an account, and deletes the known places of the account except the network of the request. The tokens
 * of the session are refused from the next request on.
 * @throws {ApiError} 404 SESSION_NOT_FOUND
 */
export class EndSession extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly ip: string,
  ) {
    super();
  }
}

@CommandHandler(EndSession)
export class EndSessionHandler implements ICommandHandler<EndSession> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly places: KnownPlaces,
  ) {}

  @Transactional()
  async execute({ userId, sessionId, ip }: EndSession): Promise<void> {
    // Locks the account before the session, like a refresh.
    await this.em.findOneOrFail(User, userId, FOR_UPDATE);
    const ended = await this.sql.row(
      `update sessions set revoked_at = now(), revoked_reason = 'ended-by-owner'
       where id = $1 and user_id = $2 and revoked_at is null and expires_at > now() returning id`,
      [sessionId, userId],
    );
    if (!ended) throw notFound('SESSION_NOT_FOUND', 'Session');
    await this.places.clearOthers(userId, ip);
  }
}
