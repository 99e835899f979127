import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Audit } from '../../platform/audit.js';
import type { Config } from '../../platform/config/config.js';
import { hashToken } from '../../platform/derived-token.js';
import { secondFactors } from '../../platform/telemetry/metrics.js';
import { Outbox } from '../../platform/events/outbox.js';
import { CONFIG } from '../../platform/tokens.js';
import { type FactorChange, SecondFactorChanged } from '../accounts.events.js';
import { hashRecoveryCode, isRecoveryCode, newRecoveryCodes, plainCode } from './recovery-codes.js';
import { RecoveryCode, SecondFactor, SignInChallenge } from './second-factor.entity.js';
import { decryptSecret } from './secret-box.js';
import { findStep } from './totp.js';
import { FOR_UPDATE } from '../../platform/database/transactional.js';

/**
 * The result of a code check. `not-enabled`: the account has no active second factor. `Paused`: the code was not compared,
 * because too many wrong codes have started a pause.
 */
export type Verdict = 'right' | 'wrong' | 'not-enabled' | Paused;
interface Paused {
  pausedSeconds: number;
}

/** The rules of the second factor. Every method requires a transaction that holds the row lock of the account. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async isOn(userId: string): Promise<boolean> {
    return (await this.em.count(SecondFactor, { userId, confirmedAt: { $ne: null } })) > 0;
  }

  /**
   * Creates the challenge for the second step of a sign-in. The database stores only the hash of its token.
   * @returns the token
   */
  createChallenge(userId: string, now: Date): string {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = SignInChallenge.expiry(now);
    this.em.persist(this.em.create(SignInChallenge, { tokenHash: hashToken(token), userId, expiresAt }));
    return token;
  }

  /** Checks a code of the app or a recovery code. A right code is used up, a wrong code is counted. */
  async checkCode(userId: string, typed: string, now: Date): Promise<Verdict> {
    const factor = await this.em.findOne(SecondFactor, { userId }, FOR_UPDATE);
    if (!factor?.isOn()) return 'not-enabled';
    const verdict = await this.compare(factor, plainCode(typed), now);
    secondFactors.inc({ outcome: typeof verdict === 'string' ? verdict : 'paused' });
    if (verdict === 'wrong' && factor.countWrongCode(now)) this.announce(userId, 'guessed', null);
    return verdict;
  }

  /** @returns the time step of a matching code; null for a wrong code, and when the secret cannot be decrypted */
  matchingStep(factor: SecondFactor, code: string, now: Date): number | null {
    const secret = decryptSecret(this.config.tokenSecret, factor.userId, factor.secret);
    return secret && /^\d{6}$/.test(code) ? findStep(secret, code, now) : null;
  }

  /** Replaces all recovery codes; only their hashes are stored. @returns the new codes */
  async renewRecoveryCodes(userId: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.em.nativeDelete(RecoveryCode, { userId });
    for (const code of codes) {
      this.em.persist(this.em.create(RecoveryCode, { codeHash: hashRecoveryCode(userId, code), userId }));
    }
    return codes;
  }

  /** Removes a second factor that was set up before the mailbox was proven, and announces the removal of an active one. */
  async removeUnproven(userId: string): Promise<void> {
    if (await this.isOn(userId)) this.announce(userId, 'removed-by-reset', userId);
    await this.remove(userId);
  }

  async remove(userId: string): Promise<void> {
    await this.em.nativeDelete(SecondFactor, { userId });
    await this.em.nativeDelete(RecoveryCode, { userId });
    await this.endChallenges(userId);
  }

  /** Refuses all sign-ins that have passed only the first step. */
  async endChallenges(userId: string): Promise<void> {
    await this.em.nativeDelete(SignInChallenge, { userId });
  }

  /** After a password reset by mail, ends a pause, because the clients that sent the wrong codes knew the old password. */
  async endPause(userId: string, now: Date): Promise<void> {
    const factor = await this.em.findOne(SecondFactor, { userId }, FOR_UPDATE);
    factor?.endPause(now);
  }

  /**
   * Records the change in the audit log, and an event for the mail to the owner.
   * @param actorId the id of the owner; null when the operator acts (`reset`) and for wrong codes (`guessed`)
   */
  announce(userId: string, change: FactorChange, actorId: string | null): void {
    const action = `accounts.second-factor-${change}`;
    this.audit.record({ userId, actorId, byOperator: change === 'reset', action });
    this.outbox.record(new SecondFactorChanged(userId, change, new Date().toISOString()));
  }

  private async compare(factor: SecondFactor, code: string, now: Date): Promise<Verdict> {
    const { userId } = factor;
    if (isRecoveryCode(code)) {
      const codeHash = hashRecoveryCode(userId, code);
      const used = await this.em.nativeUpdate(RecoveryCode, { codeHash, usedAt: null }, { usedAt: now });
      if (used > 0) this.announce(userId, 'recovery-used', userId);
      return used > 0 ? 'right' : 'wrong';
    }
    const pausedSeconds = factor.pauseSeconds(now);
    if (pausedSeconds > 0) return { pausedSeconds };
    const step = this.matchingStep(factor, code, now);
    return step !== null && factor.use(step) ? 'right' : 'wrong';
  }
}
