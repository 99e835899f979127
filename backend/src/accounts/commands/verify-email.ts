import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { hashToken } from '../../platform/derived-token.js';
import { Outbox } from '../../platform/outbox.js';
import { Problem } from '../../platform/problem.js';
import type { VerifiedAnswer } from '../accounts.contract.js';
import { EmailVerified } from '../accounts.events.js';
import { databaseTime } from '../../platform/database-time.js';
import { userAnswer } from '../user-answer.js';
import { User } from '../user.entity.js';
import { Verification } from '../verification.entity.js';
import { Transactional } from '../../platform/transactional.js';

/** Accepts the token of a verification mail. @throws Problem 400 TOKEN_INVALID or TOKEN_EXPIRED */
export class VerifyEmail extends Command<VerifiedAnswer> {
  constructor(readonly token: string) {
    super();
  }
}

@CommandHandler(VerifyEmail)
export class VerifyEmailHandler implements ICommandHandler<VerifyEmail> {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
  ) {}

  @Transactional()
  async execute({ token }: VerifyEmail) {
    const tokenHash = hashToken(token);
    const asked = await this.em.findOne(Verification, { tokenHash }, { fields: ['userId'], disableIdentityMap: true });
    if (!asked) throw tokenInvalid();
    // Whoever changes an account or its verifications locks the account first; only what is read after that counts.
    const user = await this.em.findOneOrFail(User, asked.userId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const verification = await this.em.findOneOrFail(Verification, asked.id);
    if (verification.voidedAt) throw tokenInvalid();
    // The same person, who reloads the page: a success again, but an old link tells nothing about the account.
    if (verification.usedAt) return {};
    const now = await databaseTime(this.em);
    if (verification.isExpired(now)) throw tokenExpired();
    if (user.email !== verification.email) throw tokenInvalid();
    verification.usedAt = now;
    if (user.verify(now)) this.outbox.record(new EmailVerified(user.id));
    return { user: userAnswer(user) };
  }
}

const tokenInvalid = () => new Problem(400, 'TOKEN_INVALID', 'Invalid verification link. Please request a new one.');

const tokenExpired = () =>
  new Problem(400, 'TOKEN_EXPIRED', 'This verification link has expired. You can request a new one below.');
