import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import { renderSVG } from 'uqr';
import type { Config } from '../../../platform/config/config.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { CONFIG } from '../../../platform/tokens.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Passwords } from '../../passwords/passwords.js';
import { factorOn, wrongPassword } from '../refusals.js';
import { seal } from '../secret-box.js';
import type { FactorSetUp } from '../second-factor.contract.js';
import { SecondFactor } from '../second-factor.entity.js';
import { newTotpSecret, totpAddress } from '../totp.js';
import { User } from '../../user.entity.js';

/**
 * Creates a secret for an authenticator app. `ConfirmSecondFactor` activates it with a code.
 * @throws {ApiError} 400 WRONG_PASSWORD or 409 SECOND_FACTOR_ON
 */
export class StartSecondFactor extends Command<FactorSetUp> {
  constructor(
    readonly userId: string,
    readonly password: string,
  ) {
    super();
  }
}

@CommandHandler(StartSecondFactor)
export class StartSecondFactorHandler implements ICommandHandler<StartSecondFactor> {
  constructor(
    private readonly em: EntityManager,
    private readonly passwords: Passwords,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ userId, password }: StartSecondFactor): Promise<FactorSetUp> {
    const user = await this.em.findOneOrFail(User, userId, { disableIdentityMap: true });
    if (!(await this.passwords.matches(user.passwordHash, password))) throw wrongPassword();
    const secret = newTotpSecret();
    await this.save(userId, seal(this.config.tokenSecret, userId, secret));
    const address = totpAddress(secret, this.config.shopName, user.email);
    return { secret, address, qr_svg: renderSVG(address, { border: 2 }) };
  }

  @Transactional()
  private async save(userId: string, secret: string): Promise<void> {
    await this.em.findOneOrFail(User, userId, FOR_UPDATE);
    const now = await databaseTime();
    const factor = await this.em.findOne(SecondFactor, { userId }, FOR_UPDATE);
    if (factor?.isOn()) throw factorOn();
    if (factor) factor.restart(secret, now);
    else this.em.persist(this.em.create(SecondFactor, { userId, secret, startedAt: now }));
  }
}
