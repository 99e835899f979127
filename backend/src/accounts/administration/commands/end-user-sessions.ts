import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../../platform/audit.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { notFound } from '../../../platform/api-error.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import type { SessionsEnded } from '../admin-users.contract.js';
import { KnownPlaces } from '../../sessions/known-places.js';
import { SecondFactors } from '../../second-factor/second-factors.js';
import { Session } from '../../sessions/session.entity.js';
import { User } from '../../user.entity.js';

/** Ends every session of an account and deletes its known places. @throws {ApiError} 404 USER_NOT_FOUND */
export class EndUserSessions extends Command<SessionsEnded> {
  constructor(
    readonly actorId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(EndUserSessions)
export class EndUserSessionsHandler implements ICommandHandler<EndUserSessions> {
  constructor(
    private readonly em: EntityManager,
    private readonly factors: SecondFactors,
    private readonly places: KnownPlaces,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ actorId, userId }: EndUserSessions): Promise<SessionsEnded> {
    const user = await this.em.findOne(User, userId, FOR_UPDATE);
    if (!user || user.closedAt) throw notFound('USER_NOT_FOUND', 'User');
    const now = await databaseTime();
    const ended = await this.em.nativeUpdate(
      Session,
      { userId, revokedAt: null, expiresAt: { $gt: now } },
      { revokedAt: now, revokedReason: 'ended-by-admin' },
    );
    await this.factors.endChallenges(userId);
    await this.places.clear(userId);
    this.audit.record({ userId, actorId, action: 'accounts.sessions-ended', details: { sessions: ended } });
    return { ended };
  }
}
