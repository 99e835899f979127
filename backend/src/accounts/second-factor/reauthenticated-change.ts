import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../platform/database/database-time.js';
import { ApiError } from '../../platform/api-error.js';
import { Sql } from '../../platform/database/sql.js';
import { FOR_UPDATE, Transactional } from '../../platform/database/transactional.js';
import { Passwords } from '../passwords/passwords.js';
import { refuseEndedSession } from '../sessions/sessions.writes.js';
import { User } from '../user.entity.js';
import { factorOff, refusedCode, wrongPassword } from './refusals.js';
import { SecondFactors } from './second-factors.js';

export interface Proof {
  userId: string;
  sessionId: string;
  password: string;
  code: string;
}

/** Changes an active second factor. The user must enter the password and a code again for each change. */
@Injectable()
export class ReauthenticatedChange {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly passwords: Passwords,
    private readonly factors: SecondFactors,
  ) {}

  /**
   * @throws {ApiError} 400 WRONG_PASSWORD or INVALID_SECOND_FACTOR, 401 UNAUTHENTICATED when the session has ended, 409
   * SECOND_FACTOR_OFF, 429 SECOND_FACTOR_PAUSED
   */
  async apply<T extends object | void>(proof: Proof, change: () => Promise<T>): Promise<T> {
    const { userId, password } = proof;
    const { passwordHash } = await this.em.findOneOrFail(User, userId, { disableIdentityMap: true });
    if (!(await this.passwords.matches(passwordHash, password))) throw wrongPassword();
    const result = await this.checkCodeAndApply(proof, passwordHash, change);
    // Starts again, because another request has changed the password since the check.
    if (result === null) return this.apply(proof, change);
    // Thrown outside of the transaction. Inside, the rollback would undo the count of wrong codes.
    if (result instanceof ApiError) throw result;
    return result;
  }

  /** @returns null when the password has changed since the check */
  @Transactional()
  private async checkCodeAndApply<T>(
    { userId, sessionId, code }: Proof,
    checkedHash: string,
    change: () => Promise<T>,
  ) {
    const user = await this.em.findOneOrFail(User, userId, FOR_UPDATE);
    // The session can have ended while the password was being checked.
    await refuseEndedSession(this.sql, sessionId);
    if (user.passwordHash !== checkedHash) return null;
    const verdict = await this.factors.checkCode(userId, code, await databaseTime());
    if (verdict === 'not-enabled') return factorOff();
    return verdict === 'right' ? change() : refusedCode(verdict, 400);
  }
}
