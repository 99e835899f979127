import { EntityManager } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../../platform/audit.js';
import { hashToken } from '../../../platform/derived-token.js';
import { refreshReuse } from '../../../platform/telemetry/metrics.js';
import { ApiError } from '../../../platform/api-error.js';
import type { SessionAnswer } from '../../accounts.contract.js';
import { Sql } from '../../../platform/database/sql.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { suspended } from '../../second-factor/refusals.js';
import { KnownPlaces } from '../known-places.js';
import { SessionTokens } from '../session-tokens.js';
import { RefreshToken, Session } from '../session.entity.js';
import { User } from '../../user.entity.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';

const TOKEN_PATTERN = /^[\w-]{43}$/;

/**
 * Exchanges a refresh token for its successor. When a used token is sent again within the grace period, the response
 * contains the newest token of the session. After the grace period, a used token ends the session, because two clients have
 * this token. The known places of the account are then deleted, because one of the clients may be a thief.
 * @throws {ApiError} 401 INVALID_REFRESH_TOKEN, or 403 ACCOUNT_SUSPENDED for a session that the suspension ended
 */
export class RefreshSession extends Command<SessionAnswer> {
  constructor(
    readonly token: unknown,
    readonly ip: string,
  ) {
    super();
  }
}

@CommandHandler(RefreshSession)
export class RefreshSessionHandler implements ICommandHandler<RefreshSession> {
  private readonly logger = new Logger('Sessions');

  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly tokens: SessionTokens,
    private readonly audit: Audit,
    private readonly places: KnownPlaces,
  ) {}

  // Throws outside of the transaction. Inside, the rollback would undo the end of the session.
  async execute({ token, ip }: RefreshSession) {
    const answer =
      typeof token === 'string' && TOKEN_PATTERN.test(token) ? await this.rotate(hashToken(token), ip) : null;
    if (!answer)
      throw new ApiError(401, 'INVALID_REFRESH_TOKEN', 'The refresh token is not valid. Please sign in again.');
    return answer;
  }

  @Transactional()
  private async rotate(tokenHash: string, ip: string): Promise<SessionAnswer | null> {
    const found = await this.sql.row<{ userId: string; sessionId: string }>(
      `select s.user_id as "userId", s.id as "sessionId"
       from refresh_tokens t join sessions s on s.id = t.session_id where t.token_hash = $1`,
      [tokenHash],
    );
    if (!found) return null;
    // Locks the account before the session, like a password change. The other order could deadlock, because an insert into
    // `known_places` also locks the account.
    const user = await this.em.findOneOrFail(User, found.userId, FOR_UPDATE);
    const session = await this.em.findOne(Session, found.sessionId, FOR_UPDATE);
    const token = await this.em.findOne(RefreshToken, tokenHash, FOR_UPDATE);
    // Another transaction can delete the session and its tokens between the first query and the lock.
    if (!session || !token) return null;
    const now = await databaseTime();
    // The client has a token of this session, so the response can say that the account is suspended.
    if (session.revokedReason === 'suspended' && user.suspendedAt) throw suspended();
    if (!session.isOpen(now) || token.isExpired(now)) return null;
    if (token.isReused(now)) {
      const { id: sessionId, userId } = session;
      session.revoke('refresh-reuse', now);
      await this.places.clear(userId);
      this.audit.record({ userId, actorId: null, action: 'accounts.session-reused', details: { sessionId } });
      this.logger.warn({ sessionId, userId }, 'refresh token reused, session ended');
      refreshReuse.inc();
      return null;
    }
    await this.places.record(user.id, ip);
    if (token.usedAt) return this.tokens.answer(user, session.id, await this.findNewest(session));
    token.usedAt = session.lastUsedAt = now;
    this.tokens.addRefreshToken(session, token.seq + 1, now);
    return this.tokens.answer(user, session.id, token.seq + 1);
  }

  private async findNewest(session: Session): Promise<number> {
    const newest = await this.em.findOneOrFail(RefreshToken, { sessionId: session.id }, { orderBy: { seq: 'desc' } });
    return newest.seq;
  }
}
