import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiError } from '../../../platform/api-error.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { Sql } from '../../../platform/database/sql.js';
import { KnownPlaces } from '../../sessions/known-places.js';
import { refuseEndedSession } from '../../sessions/sessions.writes.js';
import { PasswordChange } from '../password-change.js';
import { refusePersonal } from '../password-policy.js';
import { Passwords } from '../passwords.js';
import { User } from '../../user.entity.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';

/**
 * Sets a new password, ends all other sessions of the account, and deletes its known places except the network of the
 * request.
 * @throws {ApiError} 400 WRONG_PASSWORD or VALIDATION_FAILED, 401 UNAUTHENTICATED when the session has ended
 */
export class ChangePassword extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly currentPassword: string,
    readonly newPassword: string,
    readonly ip: string,
  ) {
    super();
  }
}

@CommandHandler(ChangePassword)
export class ChangePasswordHandler implements ICommandHandler<ChangePassword> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly passwords: Passwords,
    private readonly change: PasswordChange,
    private readonly places: KnownPlaces,
  ) {}

  // Hashing is slow and can wait in a queue, so it runs outside of the transaction.
  async execute(command: ChangePassword): Promise<void> {
    const { userId, currentPassword, newPassword } = command;
    const user = await this.em.findOneOrFail(User, userId, { disableIdentityMap: true });
    if (!(await this.passwords.matches(user.passwordHash, currentPassword))) throw wrongPassword();
    refusePersonal(newPassword, [user.email, user.username, user.displayName], 'New password');
    const passwordHash = await this.passwords.hash(newPassword);
    const saved = await this.save(command, user.passwordHash, passwordHash);
    // Starts again, because another request has changed the password since the check.
    if (!saved) await this.execute(command);
  }

  @Transactional()
  private async save({ userId, sessionId, ip }: ChangePassword, checkedHash: string, passwordHash: string) {
    const user = await this.em.findOneOrFail(User, userId, FOR_UPDATE);
    if (user.passwordHash !== checkedHash) return false;
    await refuseEndedSession(this.sql, sessionId);
    await this.change.apply(user, passwordHash, 'password-changed', await databaseTime(), sessionId);
    await this.places.clearOthers(userId, ip);
    return true;
  }
}

const wrongPassword = () =>
  new ApiError(400, 'WRONG_PASSWORD', 'Current password is incorrect', [
    { field: 'current_password', message: 'Current password is incorrect' },
  ]);
