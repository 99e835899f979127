import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { emailKey } from '../../../platform/mail/email-address.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { KnownPlaces } from '../../sessions/known-places.js';
import { SecondFactors } from '../../second-factor/second-factors.js';
import { Session } from '../../sessions/session.entity.js';
import { User } from '../../user.entity.js';

/**
 * Removes the second factor of an account whose owner has lost the app and the recovery codes. Also ends the sessions and
 * deletes the known places. The command has no endpoint: the operator runs it after verifying the identity of the owner.
 * @returns true after the removal, false when the account has no second factor, null when no account has the address
 */
export class ResetSecondFactor extends Command<boolean | null> {
  constructor(readonly email: string) {
    super();
  }
}

@CommandHandler(ResetSecondFactor)
export class ResetSecondFactorHandler implements ICommandHandler<ResetSecondFactor> {
  constructor(
    private readonly em: EntityManager,
    private readonly factors: SecondFactors,
    private readonly places: KnownPlaces,
  ) {}

  @Transactional()
  async execute({ email }: ResetSecondFactor): Promise<boolean | null> {
    const user = await this.em.findOne(User, { emailKey: emailKey(email), closedAt: null }, FOR_UPDATE);
    if (!user) return null;
    if (!(await this.factors.isOn(user.id))) return false;
    await this.factors.remove(user.id);
    await this.places.clear(user.id);
    const ended = { revokedAt: await databaseTime(), revokedReason: 'second-factor' };
    await this.em.nativeUpdate(Session, { userId: user.id, revokedAt: null }, ended);
    this.factors.announce(user.id, 'reset', null);
    return true;
  }
}
