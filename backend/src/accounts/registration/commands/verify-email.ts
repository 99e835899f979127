import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { hashToken } from '../../../platform/derived-token.js';
import type { VerifiedAnswer } from '../../accounts.contract.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { userAnswer } from '../../user-answer.js';
import { User } from '../../user.entity.js';
import { Verification } from '../verification.entity.js';
import { verificationExpired, verificationInvalid } from '../verification-token.js';
import { Transactional } from '../../../platform/database/transactional.js';

/**
 * Accepts the token of a verification mail, from whoever opens its link: that somebody else has opened the account is
 * still possible (see `ProveMailbox`). @throws ApiError 400 TOKEN_INVALID or TOKEN_EXPIRED
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
    const asked = await this.em.findOne(Verification, { tokenHash }, { fields: ['userId'], disableIdentityMap: true });
    if (!asked) throw verificationInvalid();
    // Whoever changes an account or its verifications locks the account first; only what is read after that counts.
    const user = await this.em.findOneOrFail(User, asked.userId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const verification = await this.em.findOneOrFail(Verification, asked.id);
    if (verification.voidedAt) throw verificationInvalid();
    // The same person, who reloads the page: a success again, but an old link tells nothing about the account.
    if (verification.usedAt) return {};
    const now = await databaseTime();
    if (verification.isExpired(now)) throw verificationExpired();
    if (user.email !== verification.email) throw verificationInvalid();
    verification.usedAt = now;
    user.verify(now);
    return { user: userAnswer(user) };
  }
}
