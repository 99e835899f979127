import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { randomBytes } from 'node:crypto';
import { FOR_UPDATE, Transactional } from '../../platform/database/transactional.js';
import { KnownPlaces } from '../sessions/known-places.js';
import { PasswordReset } from '../passwords/password-reset.entity.js';
import { Passwords } from '../passwords/passwords.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import { Session } from '../sessions/session.entity.js';
import { Suspension } from '../administration/suspension.entity.js';
import { User } from '../user.entity.js';
import { Verification } from '../registration/verification.entity.js';

/**
 * Removes all personal data from a closed account. Its row stays, because purchases and audit entries refer to its id.
 * Another account can use the address and the username afterwards.
 */
export class EraseAccount extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(EraseAccount)
export class EraseAccountHandler implements ICommandHandler<EraseAccount> {
  constructor(
    private readonly em: EntityManager,
    private readonly passwords: Passwords,
    private readonly factors: SecondFactors,
    private readonly places: KnownPlaces,
  ) {}

  // Stores the hash of a random value, so that the password check needs no special case for erased accounts.
  async execute({ userId }: EraseAccount): Promise<void> {
    await this.erase(userId, await this.passwords.hash(randomBytes(32).toString('base64url')));
  }

  @Transactional()
  private async erase(userId: string, unusableHash: string): Promise<void> {
    const user = await this.em.findOneOrFail(User, userId, FOR_UPDATE);
    if (!user.closedAt) throw new Error(`account ${userId} is not closed`);
    await this.em.nativeDelete(Session, { userId });
    await this.em.nativeDelete(Suspension, { userId });
    await this.factors.remove(userId);
    await this.em.nativeDelete(Verification, { userId });
    await this.places.clear(userId);
    await this.em.nativeDelete(PasswordReset, { emailKey: user.emailKey });
    user.erase(unusableHash);
  }
}
