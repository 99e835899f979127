import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { databaseTime } from '../../../platform/database/database-time.js';
import { hashToken } from '../../../platform/derived-token.js';
import { signIns } from '../../../platform/telemetry/metrics.js';
import { ApiError } from '../../../platform/api-error.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import type { SessionAnswer } from '../../accounts.contract.js';
import { KnownPlaces } from '../known-places.js';
import { challengeExpired, refusedCode, suspended } from '../../second-factor/refusals.js';
import { SignInChallenge } from '../../second-factor/second-factor.entity.js';
import { SecondFactors } from '../../second-factor/second-factors.js';
import { SessionTokens } from '../session-tokens.js';
import { User } from '../../user.entity.js';

/**
 * Completes a sign-in with the challenge of the first step and a code, and opens a session.
 * @throws {ApiError} 401 INVALID_SECOND_FACTOR or CHALLENGE_EXPIRED, 403 ACCOUNT_SUSPENDED, 429 SECOND_FACTOR_PAUSED
 */
export class CompleteSignIn extends Command<SessionAnswer> {
  constructor(
    readonly challenge: string,
    readonly code: string,
    readonly ip: string,
    readonly userAgent?: string,
  ) {
    super();
  }
}

@CommandHandler(CompleteSignIn)
export class CompleteSignInHandler implements ICommandHandler<CompleteSignIn> {
  constructor(
    private readonly em: EntityManager,
    private readonly factors: SecondFactors,
    private readonly tokens: SessionTokens,
    private readonly places: KnownPlaces,
  ) {}

  // Throws outside of the transaction. Inside, the rollback would undo the count of wrong codes.
  async execute(command: CompleteSignIn): Promise<SessionAnswer> {
    const answer = await this.open(command);
    signIns.inc({ outcome: answer instanceof ApiError ? 'failed' : 'succeeded' });
    if (answer instanceof ApiError) throw answer;
    return answer;
  }

  @Transactional()
  private async open({ challenge, code, ip, userAgent }: CompleteSignIn): Promise<SessionAnswer | ApiError> {
    const tokenHash = hashToken(challenge);
    const found = await this.em.findOne(SignInChallenge, tokenHash, { disableIdentityMap: true });
    if (!found) return challengeExpired();
    // Locks the account first, as a password change does. A concurrent change may have deleted the challenge.
    const user = await this.em.findOneOrFail(User, found.userId, FOR_UPDATE);
    const lockedChallenge = await this.em.findOne(SignInChallenge, tokenHash, FOR_UPDATE);
    const now = await databaseTime();
    if (!lockedChallenge || lockedChallenge.expiresAt <= now || user.closedAt) return challengeExpired();
    if (user.suspendedAt) return suspended();
    const verdict = await this.factors.checkCode(user.id, code, now);
    if (verdict === 'not-enabled') return challengeExpired();
    if (verdict !== 'right') {
      if (verdict === 'wrong') lockedChallenge.countWrongCode();
      if (lockedChallenge.isUsedUp()) this.em.remove(lockedChallenge);
      return refusedCode(verdict, 401);
    }
    this.em.remove(lockedChallenge);
    await this.places.record(user.id, ip);
    return this.tokens.open(user, now, userAgent);
  }
}
