import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../platform/database/database-time.js';
import { ApiError } from '../../platform/api-error.js';
import { FOR_UPDATE, Transactional } from '../../platform/database/transactional.js';
import { Passwords } from '../passwords/passwords.js';
import { User } from '../user.entity.js';
import { factorOff, refusedCode, wrongPassword } from './refusals.js';
import { SecondFactors } from './second-factors.js';

/** Makes changes to an active second factor. Each change requires the password and a code. */
@Injectable()
export class ProvenChange {
  constructor(
    private readonly em: EntityManager,
    private readonly passwords: Passwords,
    private readonly factors: SecondFactors,
  ) {}

  /** @throws {ApiError} 400 WRONG_PASSWORD or INVALID_SECOND_FACTOR, 409 SECOND_FACTOR_OFF, 429 SECOND_FACTOR_PAUSED */
  async apply<T>(userId: string, password: string, code: string, change: () => Promise<T>): Promise<T> {
    const { passwordHash } = await this.em.findOneOrFail(User, userId, { disableIdentityMap: true });
    if (!(await this.passwords.matches(passwordHash, password))) throw wrongPassword();
    const result = await this.checkCodeAndApply(userId, code, change);
    // Thrown outside of the transaction. Inside, the rollback would undo the count of wrong codes.
    if (result instanceof ApiError) throw result;
    return result;
  }

  @Transactional()
  private async checkCodeAndApply<T>(userId: string, code: string, change: () => Promise<T>): Promise<T | ApiError> {
    await this.em.findOneOrFail(User, userId, FOR_UPDATE);
    const verdict = await this.factors.checkCode(userId, code, await databaseTime());
    if (verdict === 'off') return factorOff();
    return verdict === 'right' ? change() : refusedCode(verdict, 400);
  }
}
