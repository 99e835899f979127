import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { KnownPlaces } from '../known-places.js';
import { endSessions, lockForOwner } from '../sessions.writes.js';

/**
 * Ends the sessions of an account except the session of the request, and deletes the known places of the account except the
 * network of the request.
 * @throws {ApiError} 401 UNAUTHENTICATED
 */
export class RevokeSessions extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly ip: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeSessions)
export class RevokeSessionsHandler implements ICommandHandler<RevokeSessions> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly places: KnownPlaces,
  ) {}

  @Transactional()
  async execute({ userId, sessionId, ip }: RevokeSessions): Promise<void> {
    await lockForOwner(this.sql, userId, sessionId);
    await endSessions(this.sql, userId, sessionId, 'ended-by-owner');
    await this.places.clearOthers(userId, ip);
  }
}
