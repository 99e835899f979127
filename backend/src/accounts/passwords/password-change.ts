import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { Outbox } from '../../platform/events/outbox.js';
import { PasswordChanged } from '../accounts.events.js';
import { PasswordReset } from './password-reset.entity.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import { Session, type SessionEnd } from '../sessions/session.entity.js';
import type { User } from '../user.entity.js';

/** Saves a new password after a change or a reset. Also ends sessions, challenges and reset links, and informs the owner. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly factors: SecondFactors,
  ) {}

  /**
   * Requires a transaction that holds the row lock of the account.
   * @param reason the reason that is recorded for the ended sessions and in the audit log
   * @param keptSessionId the id of the session that stays open, or null
   */
  async apply(
    user: User,
    passwordHash: string,
    reason: Extract<SessionEnd, 'password-changed' | 'password-reset'>,
    now: Date,
    keptSessionId: string | null = null,
  ): Promise<void> {
    user.passwordHash = passwordHash;
    user.passwordChangedAt = now;
    await this.em.nativeUpdate(
      Session,
      { userId: user.id, revokedAt: null, ...(keptSessionId && { id: { $ne: keptSessionId } }) },
      { revokedAt: now, revokedReason: reason },
    );
    await this.factors.endChallenges(user.id);
    const open = { emailKey: user.emailKey, usedAt: null, voidedAt: null };
    await this.em.nativeUpdate(PasswordReset, open, { voidedAt: now });
    this.audit.record({ userId: user.id, actorId: user.id, action: `accounts.${reason}` });
    this.outbox.record(new PasswordChanged(user.id));
  }
}
