import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { Outbox } from '../../platform/events/outbox.js';
import { PasswordChanged } from '../accounts.events.js';
import { PasswordReset } from './password-reset.entity.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import { Session, type SessionEnd } from '../sessions/session.entity.js';
import type { User } from '../user.entity.js';

/** What a new password means for an account, whether its owner changed it or had forgotten the old one. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly factors: SecondFactors,
  ) {}

  /**
   * Inside a transaction that holds the lock of the account.
   * @param how also the reason that stands at the sessions it ends
   * @param keptSessionId the one session that stays
   */
  async apply(
    user: User,
    passwordHash: string,
    how: Extract<SessionEnd, 'password-changed' | 'password-reset'>,
    now: Date,
    keptSessionId: string | null = null,
  ): Promise<void> {
    user.passwordHash = passwordHash;
    user.passwordChangedAt = now;
    await this.em.nativeUpdate(
      Session,
      { userId: user.id, revokedAt: null, ...(keptSessionId && { id: { $ne: keptSessionId } }) },
      { revokedAt: now, revokedReason: how },
    );
    await this.factors.forgetGuesses(user.id);
    const open = { emailKey: user.emailKey, usedAt: null, voidedAt: null };
    await this.em.nativeUpdate(PasswordReset, open, { voidedAt: now });
    this.audit.record({ userId: user.id, actorId: user.id, action: `accounts.${how}` });
    this.outbox.record(new PasswordChanged(user.id));
  }
}
