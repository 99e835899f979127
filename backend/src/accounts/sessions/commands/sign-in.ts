import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { databaseTime } from '../../../platform/database/database-time.js';
import { secondFactors, signIns } from '../../../platform/telemetry/metrics.js';
import { ApiError } from '../../../platform/api-error.js';
import type { SessionAnswer } from '../../accounts.contract.js';
import { emailKey } from '../../../platform/mail/email-address.js';
import { KnownPlaces } from '../known-places.js';
import { Passwords } from '../../passwords/passwords.js';
import { codeRequired, suspended } from '../../second-factor/refusals.js';
import { SecondFactors } from '../../second-factor/second-factors.js';
import { SessionTokens } from '../session-tokens.js';
import { User } from '../../user.entity.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';

/**
 * Opens a session, or starts the second step of the sign-in for an account with a second factor.
 * @throws {ApiError} 401 INVALID_CREDENTIALS, with the same body and response time for every cause;
 *   403 SECOND_FACTOR_REQUIRED (with the challenge) or 403 ACCOUNT_SUSPENDED, both only after a correct password
 */
export class SignIn extends Command<SessionAnswer> {
  constructor(
    readonly email: string,
    readonly password: string,
    readonly ip: string,
    readonly userAgent?: string,
  ) {
    super();
  }
}

@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  constructor(
    private readonly em: EntityManager,
    private readonly passwords: Passwords,
    private readonly tokens: SessionTokens,
    private readonly factors: SecondFactors,
    private readonly places: KnownPlaces,
  ) {}

  async execute(command: SignIn): Promise<SessionAnswer> {
    const { email, password } = command;
    const user = await this.em.findOne(User, { emailKey: emailKey(email) }, { disableIdentityMap: true });
    const matches = await this.passwords.matches(user?.passwordHash ?? null, password);
    if (!user || !matches || user.closedAt) {
      signIns.inc({ outcome: 'failed' });
      throw new ApiError(401, 'INVALID_CREDENTIALS', 'Invalid email or password');
    }
    const newHash = this.passwords.isOutdated(user.passwordHash) ? await this.passwords.hash(password) : null;
    const session = await this.open(user.id, user.passwordHash, newHash, command);
    if (!session) return this.execute(command);
    // Thrown outside of the transaction. Inside, the rollback would delete the challenge.
    if (session instanceof ApiError) throw session;
    signIns.inc({ outcome: 'succeeded' });
    return session;
  }

  /** @returns null when the password has changed or the account was closed since the check; no session may open then */
  @Transactional()
  private async open(userId: string, checkedHash: string, newHash: string | null, { ip, userAgent }: SignIn) {
    const user = await this.em.findOne(User, userId, FOR_UPDATE);
    if (user?.passwordHash !== checkedHash || user.closedAt) return null;
    if (newHash) user.passwordHash = newHash;
    if (user.suspendedAt) return suspended();
    if (await this.factors.isOn(userId)) {
      secondFactors.inc({ outcome: 'asked' });
      return codeRequired(this.factors.createChallenge(userId, await databaseTime()));
    }
    await this.places.record(user.id, ip);
    return this.tokens.open(user, new Date(), userAgent);
  }
}
