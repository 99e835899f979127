import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { databaseTime } from '../../../platform/database/database-time.js';
import { Sql } from '../../../platform/database/sql.js';
import { ApiError } from '../../../platform/api-error.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { plainCode } from '../recovery-codes.js';
import { factorOn, refusedCode } from '../refusals.js';
import type { RecoveryCodes } from '../second-factor.contract.js';
import { SecondFactor } from '../second-factor.entity.js';
import { SecondFactors } from '../second-factors.js';
import { KnownPlaces } from '../../sessions/known-places.js';
import { refuseEndedSession } from '../../sessions/sessions.writes.js';
import { Session } from '../../sessions/session.entity.js';
import { User } from '../../user.entity.js';

/**
 * Activates the second factor with a code of the app; ten wrong codes end the set-up. All other sessions end, because they
 * were opened without a code, and the known places except the network of the request are deleted.
 * @throws {ApiError} 400 INVALID_SECOND_FACTOR, 401 UNAUTHENTICATED, 409 SECOND_FACTOR_ON or SECOND_FACTOR_EXPIRED
 */
export class ConfirmSecondFactor extends Command<RecoveryCodes> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly code: string,
    readonly ip: string,
  ) {
    super();
  }
}

@CommandHandler(ConfirmSecondFactor)
export class ConfirmSecondFactorHandler implements ICommandHandler<ConfirmSecondFactor> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly factors: SecondFactors,
    private readonly places: KnownPlaces,
  ) {}

  // Throws outside of the transaction. Inside, the rollback would undo the count of wrong codes.
  async execute(command: ConfirmSecondFactor): Promise<RecoveryCodes> {
    const result = await this.confirm(command);
    if (result instanceof ApiError) throw result;
    return result;
  }

  @Transactional()
  private async confirm({ userId, sessionId, code, ip }: ConfirmSecondFactor): Promise<RecoveryCodes | ApiError> {
    await this.em.findOneOrFail(User, userId, FOR_UPDATE);
    await refuseEndedSession(this.sql, sessionId);
    const now = await databaseTime();
    const factor = await this.em.findOne(SecondFactor, { userId }, FOR_UPDATE);
    if (factor?.isOn()) return factorOn();
    if (!factor || factor.isSetUpOver(now)) return setUpOver();
    const step = this.factors.matchingStep(factor, plainCode(code), now);
    if (step === null || !factor.use(step)) {
      factor.countWrongSetUpCode();
      return refusedCode('wrong', 400);
    }
    factor.confirm(now);
    await this.em.nativeUpdate(
      Session,
      { userId, revokedAt: null, id: { $ne: sessionId } },
      { revokedAt: now, revokedReason: 'second-factor' },
    );
    await this.places.clearOthers(userId, ip);
    this.factors.announce(userId, 'on', userId);
    return { recovery_codes: await this.factors.renewRecoveryCodes(userId) };
  }
}

const setUpOver = () =>
  new ApiError(
    409,
    'SECOND_FACTOR_EXPIRED',
    'Setting up took too long or had too many wrong codes. Please start again with your password.',
  );
