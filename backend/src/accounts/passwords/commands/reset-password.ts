import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { undoDeletion } from '../../../privacy/privacy.writes.js';
import { Audit } from '../../../platform/audit.js';
import { Sql } from '../../../platform/database/sql.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { MailboxProven } from '../../accounts.events.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { SecondFactors } from '../../second-factor/second-factors.js';
import { KnownPlaces } from '../../sessions/known-places.js';
import { PasswordChange } from '../password-change.js';
import { refusePersonal } from '../password-policy.js';
import { PasswordReset } from '../password-reset.entity.js';
import { Passwords } from '../passwords.js';
import { type ResetLink, resetLinkInvalid, ResetLinks } from '../reset-links.js';
import { User } from '../../user.entity.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';

/**
 * Sets a new password with a reset link, ends every session of the account, and ends a pause of the second factor. The
 * network of the request becomes the only known place. The mailbox counts as proven, because the link was sent by mail. The
 * reset that proves it also removes the second factor and undoes a requested deletion.
 * @throws {ApiError} 400 TOKEN_INVALID, TOKEN_EXPIRED or VALIDATION_FAILED
 */
export class ResetPassword extends Command<void> {
  constructor(
    readonly token: string,
    readonly newPassword: string,
    readonly ip: string,
  ) {
    super();
  }
}

@CommandHandler(ResetPassword)
export class ResetPasswordHandler implements ICommandHandler<ResetPassword> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly links: ResetLinks,
    private readonly passwords: Passwords,
    private readonly change: PasswordChange,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
    private readonly places: KnownPlaces,
    private readonly factors: SecondFactors,
  ) {}

  // The first check avoids hashing for an invalid link. The check inside the transaction decides.
  async execute({ token, newPassword, ip }: ResetPassword) {
    const link = await this.links.find(token);
    refusePersonal(newPassword, link.personal, 'Password');
    await this.use(link, await this.passwords.hash(newPassword), ip);
  }

  @Transactional()
  private async use({ id, userId }: ResetLink, passwordHash: string, ip: string) {
    const user = await this.em.findOne(User, userId, FOR_UPDATE);
    const now = await databaseTime();
    const open = { id, usedAt: null, voidedAt: null, expiresAt: { $gt: now } };
    const used = await this.em.nativeUpdate(PasswordReset, open, { usedAt: now });
    if (!user || user.closedAt || used === 0) throw resetLinkInvalid();
    // Revokes all other reset links of this address, also those that were requested from other networks.
    await this.em.nativeUpdate(
      PasswordReset,
      { emailKey: user.emailKey, usedAt: null, voidedAt: null },
      { voidedAt: now },
    );
    await this.places.clear(userId);
    await this.places.record(userId, ip);
    await this.change.apply(user, passwordHash, 'password-reset', now);
    if (user.proveMailbox(now)) await this.recover(user);
    await this.factors.endPause(userId, now);
  }

  /**
   * Until the mailbox is proven, an attacker can have registered the address. So everything ends that could keep the owner of
   * the mailbox out of the account. Staff keep the second factor: an administrator has given the role to a known person.
   */
  private async recover({ id, role }: User): Promise<void> {
    this.outbox.record(new MailboxProven(id));
    await undoDeletion(this.sql, this.audit, this.outbox, id);
    if (role === 'user') await this.factors.removeUnproven(id);
  }
}
