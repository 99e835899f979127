import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { hashToken } from '../../../platform/derived-token.js';
import type { VerifiedAnswer } from '../../accounts.contract.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { userAnswer } from '../../user-answer.js';
import { User } from '../../user.entity.js';
import { Verification } from '../verification.entity.js';
import { verificationExpired, verificationInvalid } from '../verification-token.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';

/**
 * Verifies the address of an account with the token of a verification mail. Any client can send the token, so this command
 * does not prove that the owner of the mailbox also owns the account (see `ConfirmEmailOwnership`).
 * @throws {ApiError} 400 TOKEN_INVALID or TOKEN_EXPIRED
 */
export class VerifyEmail extends Command<VerifiedAnswer> {
  constructor(readonly token: string) {
    super();
  }
}

@CommandHandler(VerifyEmail)
export class VerifyEmailHandler implements ICommandHandler<VerifyEmail> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ token }: VerifyEmail) {
    const tokenHash = hashToken(token);
    const found = await this.em.findOne(Verification, { tokenHash }, { fields: ['userId'], disableIdentityMap: true });
    if (!found) throw verificationInvalid();
    // Every change of an account or its verifications locks the account first. A row that was read before the lock may be
    // stale.
    const user = await this.em.findOneOrFail(User, found.userId, FOR_UPDATE);
    const verification = await this.em.findOneOrFail(Verification, found.id);
    if (verification.voidedAt) throw verificationInvalid();
    // A reload of the page succeeds again, but the response to a used link contains no account data.
    if (verification.usedAt) return {};
    const now = await databaseTime();
    if (verification.isExpired(now)) throw verificationExpired();
    if (user.email !== verification.email) throw verificationInvalid();
    verification.usedAt = now;
    user.verify(now);
    return { user: userAnswer(user) };
  }
}
