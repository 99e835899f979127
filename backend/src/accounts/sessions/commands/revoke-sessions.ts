import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { User } from '../../user.entity.js';
import { KnownPlaces } from '../known-places.js';
import type { SessionEnd } from '../session.entity.js';

/**
 * Ends the sessions of an account, except `keptSessionId`, and deletes its known places. The tokens of ended sessions are
 * refused from the next request on.
 */
export class RevokeSessions extends Command<void> {
  constructor(
    readonly userId: string,
    readonly keptSessionId: string | null,
    readonly reason: SessionEnd,
    /** Sessions that were opened later stay open: a job can run this command some time after the event that requires it. */
    readonly openedBefore: Date,
    /** The IP address of the owner, if it is known. Its network stays a known place. */
    readonly ip?: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeSessions)
export class RevokeSessionsHandler implements ICommandHandler<RevokeSessions> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly places: KnownPlaces,
  ) {}

  @Transactional()
  async execute({ userId, keptSessionId, reason, openedBefore, ip }: RevokeSessions): Promise<void> {
    // Locks the account before the sessions, like a refresh.
    await this.em.findOneOrFail(User, userId, FOR_UPDATE);
    await this.sql.rows(
      `update sessions set revoked_at = now(), revoked_reason = $3
       where user_id = $1 and id is distinct from $2::uuid and revoked_at is null and created_at < $4`,
      [userId, keptSessionId, reason, openedBefore],
    );
    await (ip === undefined ? this.places.clear(userId) : this.places.clearOthers(userId, ip));
  }
}
