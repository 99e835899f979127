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
import { encryptSecret } from '../secret-box.js';
import type { FactorSetUp } from '../second-factor.contract.js';
import { SecondFactor } from '../second-factor.entity.js';
import { newTotpSecret, totpAddress } from '../totp.js';
import { User } from '../../user.entity.js';

/**
 * Creates a secret for an authenticator app. `ConfirmSecondFactor` then activates the second factor with a code of the app.
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

  async execute(command: StartSecondFactor): Promise<FactorSetUp> {
    const { userId, password } = command;
    const user = await this.em.findOneOrFail(User, userId, { disableIdentityMap: true });
    if (!(await this.passwords.matches(user.passwordHash, password))) throw wrongPassword();
    const secret = newTotpSecret();
    const saved = await this.save(userId, user.passwordHash, encryptSecret(this.config.tokenSecret, userId, secret));
    // Starts again, because another request has changed the password since the check.
    if (!saved) return this.execute(command);
    const address = totpAddress(secret, this.config.shopName, user.email);
    return { secret, address, qr_svg: renderSVG(address, { border: 2 }) };
  }

  @Transactional()
  private async save(userId: string, checkedHash: string, secret: string): Promise<boolean> {
    const user = await this.em.findOneOrFail(User, userId, FOR_UPDATE);
    if (user.passwordHash !== checkedHash) return false;
    const now = await databaseTime();
    const factor = await this.em.findOne(SecondFactor, { userId }, FOR_UPDATE);
    if (factor?.isOn()) throw factorOn();
    if (factor) factor.restart(secret, now);
    else this.em.persist(this.em.create(SecondFactor, { userId, secret, startedAt: now }));
    return true;
  }
}
