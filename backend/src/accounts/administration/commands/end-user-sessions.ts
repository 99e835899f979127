import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../../platform/audit.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import type { SessionsEnded } from '../admin-users.contract.js';
import { KnownPlaces } from '../../sessions/known-places.js';
import { SecondFactors } from '../../second-factor/second-factors.js';
import { Session } from '../../sessions/session.entity.js';
import { type ActingAdmin, lockForAdmin } from '../lock-with-admins.js';

/** Ends every session of an account and deletes its known places. @throws {ApiError} as `lockForAdmin` */
export class EndUserSessions extends Command<SessionsEnded> {
  constructor(
    readonly actor: ActingAdmin,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(EndUserSessions)
export class EndUserSessionsHandler implements ICommandHandler<EndUserSessions> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly factors: SecondFactors,
    private readonly places: KnownPlaces,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ actor, userId }: EndUserSessions): Promise<SessionsEnded> {
    await lockForAdmin(this.em, this.sql, actor, userId);
    const now = await databaseTime();
    const ended = await this.em.nativeUpdate(
      Session,
      { userId, revokedAt: null, expiresAt: { $gt: now } },
      { revokedAt: now, revokedReason: 'ended-by-admin' },
    );
    await this.factors.endChallenges(userId);
    await this.places.clear(userId);
    this.audit.record({ userId, actorId: actor.id, action: 'accounts.sessions-ended', details: { sessions: ended } });
    return { ended };
  }
}
