import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { databaseTime } from '../../../platform/database/database-time.js';
import { hashToken } from '../../../platform/derived-token.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { MailboxProven } from '../../accounts.events.js';
import { User } from '../../user.entity.js';
import { verificationExpired, verificationInvalid } from '../verification-token.js';
import { Verification } from '../verification.entity.js';

/**
 * Proves the mailbox of the signed-in user with the token of a verification mail for this account. A used token is accepted
 * too. The token without a session proves less: an attacker can register with another person's address, and that person can
 * open the link.
 * @throws {ApiError} 400 TOKEN_INVALID, also for the token of another account, or 400 TOKEN_EXPIRED
 */
export class ConfirmEmailOwnership extends Command<void> {
  constructor(
    readonly userId: string,
    readonly token: string,
  ) {
    super();
  }
}

@CommandHandler(ConfirmEmailOwnership)
export class ConfirmEmailOwnershipHandler implements ICommandHandler<ConfirmEmailOwnership> {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
  ) {}

  @Transactional()
  async execute({ userId, token }: ConfirmEmailOwnership) {
    const user = await this.em.findOneOrFail(User, userId, FOR_UPDATE);
    const verification = await this.em.findOne(Verification, { tokenHash: hashToken(token), userId });
    if (!verification || verification.voidedAt || user.email !== verification.email) throw verificationInvalid();
    const now = await databaseTime();
    if (verification.isExpired(now)) throw verificationExpired();
    verification.usedAt ??= now;
    if (user.proveMailbox(now)) this.outbox.record(new MailboxProven(user.id));
  }
}
