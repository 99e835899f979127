import { defineEntity } from '@mikro-orm/core';
import { User } from '../user.entity.js';

const DAY = 24 * 60 * 60 * 1000;
const SETUP_LIFE = 15 * 60 * 1000;
const CHALLENGE_LIFE = 5 * 60 * 1000;
/**
 * Wrong codes per account and day, from all networks together. An attacker with the password needs 6,700 days on average to
 * guess a code: three of a million codes are valid at a time. An attacker with the mailbox needs 3,300 days, because a
 * password reset by mail ends one pause a day.
 */
const WRONG_CODES_A_DAY = 50;
const WRONG_CODES_A_CHALLENGE = 5;
const WRONG_CODES_A_SETUP = 10;

const SecondFactorSchema = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: (p) => ({
    userId: () => p.manyToOne(User).primary().mapToPk().joinColumn('user_id').deleteRule('cascade'),
    /** Encrypted (secret-box.ts). */
    secret: p.text().hidden(),
    startedAt: p.datetime(),
    /** When the user switched the second factor on with the first right code; null until then. */
    confirmedAt: p.datetime().nullable(),
    /** The time step of the last accepted code; codes of this or an earlier step are refused (RFC 6238, 5.2). */
    lastStep: p.bigint('number').default(0),
    /** Wrong codes of the set-up until the second factor is active, then of the current day. */
    wrongCodes: p.integer().default(0),
    /** When the current pause began; without a pause, when the current count of wrong codes began. Both last a day. */
    wrongSince: p.datetime().nullable(),
    /** When a password reset last ended a pause. */
    pauseEndedAt: p.datetime().nullable(),
  }),
});

/** The authenticator app of an account (TOTP, RFC 6238). */
export class SecondFactor extends SecondFactorSchema.class {
  isOn(): boolean {
    return !!this.confirmedAt;
  }

  /** Sets a new secret, which a code must confirm. */
  restart(secret: string, now: Date): void {
    this.secret = secret;
    this.startedAt = now;
    this.lastStep = 0;
    this.wrongCodes = 0;
  }

  /** Whether the set-up is too old, or has had so many wrong codes that it accepts no further code. */
  isSetUpOver(now: Date): boolean {
    return now.getTime() - this.startedAt.getTime() > SETUP_LIFE || this.wrongCodes >= WRONG_CODES_A_SETUP;
  }

  countWrongSetUpCode(): void {
    this.wrongCodes += 1;
  }

  /** Activates the second factor. */
  confirm(now: Date): void {
    this.confirmedAt = now;
    this.wrongCodes = 0;
  }

  /** @returns false when a code of this or a later time step was accepted before */
  use(step: number): boolean {
    if (step <= this.lastStep) return false;
    this.lastStep = step;
    return true;
  }

  /** @returns the seconds during which codes of the app are still refused, or 0; a pause does not apply to recovery codes */
  pauseSeconds(now: Date): number {
    if (this.currentWrongCodes(now) < WRONG_CODES_A_DAY) return 0;
    return Math.ceil((this.wrongSince!.getTime() + DAY - now.getTime()) / 1000);
  }

  /** @returns true when this wrong code starts a pause of one day */
  countWrongCode(now: Date): boolean {
    const before = this.currentWrongCodes(now);
    this.wrongCodes = before + 1;
    const startsPause = this.wrongCodes === WRONG_CODES_A_DAY;
    if (before === 0 || startsPause) this.wrongSince = now;
    return startsPause;
  }

  /** Ends a pause, at most once a day. Otherwise an attacker with the mailbox could end each pause with a password reset. */
  endPause(now: Date): void {
    const endedToday = this.pauseEndedAt && now.getTime() - this.pauseEndedAt.getTime() < DAY;
    if (endedToday || this.pauseSeconds(now) === 0) return;
    this.wrongCodes = 0;
    this.wrongSince = null;
    this.pauseEndedAt = now;
  }

  private currentWrongCodes(now: Date): number {
    return this.wrongSince && now.getTime() - this.wrongSince.getTime() < DAY ? this.wrongCodes : 0;
  }
}
SecondFactorSchema.setClass(SecondFactor);

const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: (p) => ({
    codeHash: p.text().primary(),
    userId: () => p.manyToOne(User).mapToPk().joinColumn('user_id').deleteRule('cascade'),
    usedAt: p.datetime().nullable(),
  }),
});

/** A code that can be used once instead of a code of the app. The database stores only its hash. */
export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);

const SignInChallengeSchema = defineEntity({
  name: 'SignInChallenge',
  tableName: 'sign_in_challenges',
  properties: (p) => ({
    tokenHash: p.text().primary(),
    userId: () => p.manyToOne(User).mapToPk().joinColumn('user_id').deleteRule('cascade'),
    expiresAt: p.datetime(),
    wrongCodes: p.integer().default(0),
  }),
});

/** A sign-in that waits up to five minutes for a code after a correct password. A password change deletes the challenge. */
export class SignInChallenge extends SignInChallengeSchema.class {
  static readonly SECONDS = CHALLENGE_LIFE / 1000;

  static expiry(now: Date): Date {
    return new Date(now.getTime() + CHALLENGE_LIFE);
  }

  countWrongCode(): void {
    this.wrongCodes += 1;
  }

  /** Whether the challenge has had so many wrong codes that it accepts no further code. */
  isUsedUp(): boolean {
    return this.wrongCodes >= WRONG_CODES_A_CHALLENGE;
  }
}
SignInChallengeSchema.setClass(SignInChallenge);
