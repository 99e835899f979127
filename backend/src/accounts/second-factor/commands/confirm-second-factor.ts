import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { databaseTime } from '../../../platform/database/database-time.js';
import { ApiError } from '../../../platform/api-error.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { plainCode } from '../recovery-codes.js';
import { factorOn, refusedCode } from '../refusals.js';
import type { RecoveryCodes } from '../second-factor.contract.js';
import { SecondFactor } from '../second-factor.entity.js';
import { SecondFactors } from '../second-factors.js';
import { Session } from '../../sessions/session.entity.js';
import { User } from '../../user.entity.js';

/**
 * Activates the second factor with a code of the app. All other sessions end, because they were opened without it.
 * @throws {ApiError} 400 INVALID_SECOND_FACTOR, 409 SECOND_FACTOR_ON or SECOND_FACTOR_EXPIRED
 */
export class ConfirmSecondFactor extends Command<RecoveryCodes> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly code: string,
  ) {
    super();
  }
}

@CommandHandler(ConfirmSecondFactor)
export class ConfirmSecondFactorHandler implements ICommandHandler<ConfirmSecondFactor> {
  constructor(
    private readonly em: EntityManager,
    private readonly factors: SecondFactors,
  ) {}

  @Transactional()
  async execute({ userId, sessionId, code }: ConfirmSecondFactor): Promise<RecoveryCodes> {
    await this.em.findOneOrFail(User, userId, FOR_UPDATE);
    const now = await databaseTime();
    const factor = await this.em.findOne(SecondFactor, { userId }, FOR_UPDATE);
    if (factor?.isOn()) throw factorOn();
    if (!factor || factor.isSetUpExpired(now)) throw setUpExpired();
    const step = this.factors.matchingStep(factor, plainCode(code), now);
    if (step === null || !factor.use(step)) throw refusedCode('wrong', 400);
    factor.confirmedAt = now;
    await this.em.nativeUpdate(
      Session,
      { userId, revokedAt: null, id: { $ne: sessionId } },
      { revokedAt: now, revokedReason: 'second-factor' },
    );
    this.factors.announce(userId, 'on', userId);
    return { recovery_codes: await this.factors.renewRecoveryCodes(userId) };
  }
}

const setUpExpired = () =>
  new ApiError(409, 'SECOND_FACTOR_EXPIRED', 'Setting up took too long. Please start again with your password.');
