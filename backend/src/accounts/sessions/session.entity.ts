import { defineEntity } from '@mikro-orm/core';
import { User } from '../user.entity.js';

const DAY = 24 * 60 * 60 * 1000;
const SESSION_LIFE = 90 * DAY;
const REFRESH_LIFE = 30 * DAY;
const GRACE_PERIOD = 30 * 1000;

/**
 * Why a session ended. `refresh-reuse`: a used refresh token was sent again after the grace period. `second-factor`: the
 * second factor of the account was switched on or reset. `closed`: the account was closed.
 */
export type SessionEnd =
  | 'signed-out'
  | 'refresh-reuse'
  | 'password-changed'
  | 'password-reset'
  | 'ended-by-owner'
  | 'ended-by-admin'
  | 'second-factor'
  | 'suspended'
  | 'deletion-requested'
  | 'closed';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: (p) => ({
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().joinColumn('user_id').deleteRule('cascade'),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    /** Time of the sign-in or the last refresh, which is at most 15 minutes before the last request. */
    lastUsedAt: p.datetime().defaultRaw('now()'),
    /** Browser and system from the User-Agent header of the sign-in, without versions. */
    browser: p.text().nullable(),
    os: p.text().nullable(),
    revokedAt: p.datetime().nullable(),
    revokedReason: p.text().nullable(),
  }),
});

/** One sign-in on one device, with all refresh tokens that were issued for it. */
export class Session extends SessionSchema.class {
  static expiry(openedAt: Date): Date {
    return new Date(openedAt.getTime() + SESSION_LIFE);
  }

  isOpen(now: Date): boolean {
    return !this.revokedAt && this.expiresAt > now;
  }

  revoke(reason: SessionEnd, now: Date): void {
    if (this.revokedAt) return;
    this.revokedAt = now;
    this.revokedReason = reason;
  }
}
SessionSchema.setClass(Session);

const RefreshTokenSchema = defineEntity({
  name: 'RefreshToken',
  tableName: 'refresh_tokens',
  properties: (p) => ({
    tokenHash: p.text().primary(),
    sessionId: () => p.manyToOne(Session).mapToPk().joinColumn('session_id').deleteRule('cascade'),
    seq: p.integer(),
    issuedAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  }),
});

/**
 * A client exchanges this token for new tokens once. Within 30 seconds of the exchange, a second tab or a client that lost
 * the response can send it again.
 */
export class RefreshToken extends RefreshTokenSchema.class {
  static expiry(issuedAt: Date, session: Session): Date {
    return new Date(Math.min(issuedAt.getTime() + REFRESH_LIFE, session.expiresAt.getTime()));
  }

  isExpired(now: Date): boolean {
    return this.expiresAt <= now;
  }

  isReused(now: Date): boolean {
    return !!this.usedAt && now.getTime() - this.usedAt.getTime() > GRACE_PERIOD;
  }
}
RefreshTokenSchema.setClass(RefreshToken);
