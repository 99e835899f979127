import { defineEntity } from '@mikro-orm/core';
import { User } from '../user.entity.js';

const DAY = 24 * 60 * 60 * 1000;
const SETUP_LIFE = 15 * 60 * 1000;
const CHALLENGE_LIFE = 5 * 60 * 1000;
/** Wrong codes of one account in a day, from all places together: 1 guess in 6,700 days would be right. */
export const WRONG_CODES_A_DAY = 50;
const WRONG_CODES_A_CHALLENGE = 5;

const SecondFactorSchema = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: (p) => ({
    userId: () => p.manyToOne(User).primary().mapToPk().joinColumn('user_id').deleteRule('cascade'),
    /** Sealed (secret-box.ts). */
    secret: p.text().hidden(),
    startedAt: p.datetime(),
    /** Null while the account has not yet shown a code of it. */
    confirmedAt: p.datetime().nullable(),
    /** The time step of the last accepted code; no code of it or of an earlier step is accepted again (RFC 6238, 5.2). */
    lastStep: p.bigint('number').default(0),
    wrongCodes: p.integer().default(0),
    /** Of the first wrong code of a day, or of the one that began a pause. */
    wrongSince: p.datetime().nullable(),
  }),
});

/** The authenticator app of an account (TOTP, RFC 6238). */
export class SecondFactor extends SecondFactorSchema.class {
  isOn(): boolean {
    return !!this.confirmedAt;
  }

  /** A new secret, to be confirmed with a code. */
  restart(secret: string, now: Date): void {
    this.secret = secret;
    this.startedAt = now;
    this.lastStep = 0;
  }

  isSetUpExpired(now: Date): boolean {
    return now.getTime() - this.startedAt.getTime() > SETUP_LIFE;
  }

  /** @returns false when a code of this or a later time step was accepted before */
  use(step: number): boolean {
    if (step <= this.lastStep) return false;
    this.lastStep = step;
    return true;
  }

  /** Seconds for which codes of the app are still refused, or 0; recovery codes are not. */
  pauseSeconds(now: Date): number {
    if (this.wrongToday(now) < WRONG_CODES_A_DAY) return 0;
    return Math.ceil((this.wrongSince!.getTime() + DAY - now.getTime()) / 1000);
  }

  /** @returns true when this wrong code began a pause, which lasts a day from now */
  countWrong(now: Date): boolean {
    const before = this.wrongToday(now);
    this.wrongCodes = before + 1;
    const begins = this.wrongCodes === WRONG_CODES_A_DAY;
    if (before === 0 || begins) this.wrongSince = now;
    return begins;
  }

  private wrongToday(now: Date): number {
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

/** Takes the place of one code when the app is lost. */
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

/** The password was right; a code has to follow within minutes. Ends with the password that it was opened with. */
export class SignInChallenge extends SignInChallengeSchema.class {
  static readonly SECONDS = CHALLENGE_LIFE / 1000;

  static expiry(now: Date): Date {
    return new Date(now.getTime() + CHALLENGE_LIFE);
  }

  /** @returns true when no further code may be tried with it */
  countWrong(): boolean {
    this.wrongCodes += 1;
    return this.wrongCodes >= WRONG_CODES_A_CHALLENGE;
  }
}
SignInChallengeSchema.setClass(SignInChallenge);
