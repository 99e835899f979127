import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../platform/database/database-time.js';
import { ApiError } from '../../platform/api-error.js';
import { FOR_UPDATE, Transactional } from '../../platform/database/transactional.js';
import { Passwords } from '../passwords/passwords.js';
import { User } from '../user.entity.js';
import { factorOff, refusedCode, wrongPassword } from './refusals.js';
import { SecondFactors } from './second-factors.js';

/** Changes to an active second factor, which require password and code. */
@Injectable()
export class ProvenChange {
  constructor(
    private readonly em: EntityManager,
    private readonly passwords: Passwords,
    private readonly factors: SecondFactors,
  ) {}

  /** @throws {ApiError} 400 WRONG_PASSWORD or INVALID_SECOND_FACTOR, 409 SECOND_FACTOR_OFF, 429 SECOND_FACTOR_PAUSED */
  async make<T>(userId: string, password: string, code: string, change: () => Promise<T>): Promise<T> {
    const { passwordHash } = await this.em.findOneOrFail(User, userId, { disableIdentityMap: true });
    if (!(await this.passwords.matches(passwordHash, password))) throw wrongPassword();
    const made = await this.judged(userId, code, change);
    // Thrown outside of the transaction, whose rollback would undo the count of wrong codes.
    if (made instanceof ApiError) throw made;
    return made;
  }

  @Transactional()
  private async judged<T>(userId: string, code: string, change: () => Promise<T>): Promise<T | ApiError> {
    await this.em.findOneOrFail(User, userId, FOR_UPDATE);
    const verdict = await this.factors.judge(userId, code, await databaseTime());
    if (verdict === 'off') return factorOff();
    return verdict === 'right' ? change() : refusedCode(verdict, 400);
  }
}
