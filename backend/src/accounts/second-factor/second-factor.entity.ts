import { defineEntity } from '@mikro-orm/core';
import { User } from '../user.entity.js';

const DAY = 24 * 60 * 60 * 1000;
const SETUP_LIFE = 15 * 60 * 1000;
const CHALLENGE_LIFE = 5 * 60 * 1000;
/** Wrong codes per account and day, from all networks together. On average, an attacker needs 6,700 days to guess a code. */
const WRONG_CODES_A_DAY = 50;
const WRONG_CODES_A_CHALLENGE = 5;

const SecondFactorSchema = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: (p) => ({
    userId: () => p.manyToOne(User).primary().mapToPk().joinColumn('user_id').deleteRule('cascade'),
    /** Encrypted (secret-box.ts). */
    secret: p.text().hidden(),
    startedAt: p.datetime(),
    /** When the first code was accepted, which switched the second factor on. */
    confirmedAt: p.datetime().nullable(),
    /** The time step of the last accepted code; codes of this or an earlier step are refused (RFC 6238, 5.2). */
    lastStep: p.bigint('number').default(0),
    wrongCodes: p.integer().default(0),
    /** Time of the first wrong code of a day, or of the wrong code that started a pause. */
    wrongSince: p.datetime().nullable(),
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

  /** @returns the seconds during which codes of the app are still refused, or 0; recovery codes are never refused */
  pauseSeconds(now: Date): number {
    if (this.countWrongToday(now) < WRONG_CODES_A_DAY) return 0;
    return Math.ceil((this.wrongSince!.getTime() + DAY - now.getTime()) / 1000);
  }

  /** @returns true when this wrong code starts a pause of one day */
  countWrong(now: Date): boolean {
    const before = this.countWrongToday(now);
    this.wrongCodes = before + 1;
    const startsPause = this.wrongCodes === WRONG_CODES_A_DAY;
    if (before === 0 || startsPause) this.wrongSince = now;
    return startsPause;
  }

  private countWrongToday(now: Date): number {
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

/** A sign-in with a correct password that waits five minutes for a code. A password change ends it. */
export class SignInChallenge extends SignInChallengeSchema.class {
  static readonly SECONDS = CHALLENGE_LIFE / 1000;

  static expiry(now: Date): Date {
    return new Date(now.getTime() + CHALLENGE_LIFE);
  }

  /** @returns true when the challenge accepts no further code */
  countWrong(): boolean {
    this.wrongCodes += 1;
    return this.wrongCodes >= WRONG_CODES_A_CHALLENGE;
  }
}
SignInChallengeSchema.setClass(SignInChallenge);
