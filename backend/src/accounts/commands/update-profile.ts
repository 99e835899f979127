import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ProfileForm, UserAnswer } from '../accounts.contract.js';
import { emailKey } from '../../platform/mail/email-address.js';
import { asAccountConflict, emailNotChangeable } from '../registration/account-conflicts.js';
import { userAnswer } from '../user-answer.js';
import { User } from '../user.entity.js';
import { Transactional } from '../../platform/database/transactional.js';

/**
 * Changes those fields of an account that the form contains.
 * @throws {ApiError} 400 EMAIL_NOT_CHANGEABLE or 409 USERNAME_TAKEN
 */
export class UpdateProfile extends Command<UserAnswer> {
  constructor(
    readonly userId: string,
    readonly form: ProfileForm,
  ) {
    super();
  }
}

@CommandHandler(UpdateProfile)
export class UpdateProfileHandler implements ICommandHandler<UpdateProfile> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ userId, form }: UpdateProfile) {
    const user = await this.em.findOneOrFail(User, userId);
    if (isOtherAddress(form.email, user.email)) throw emailNotChangeable();
    const displayName = form.display_name ?? form.displayName;
    if (form.username) user.rename(form.username);
    // An empty display name falls back to the username.
    if (displayName !== undefined && displayName !== null) user.displayName = displayName || user.username;
    if (form.first_name !== undefined) user.firstName = form.first_name || null;
    if (form.last_name !== undefined) user.lastName = form.last_name || null;
    if (form.avatar_url !== undefined) user.avatarUrl = form.avatar_url;
    if (form.language) user.language = form.language;
    await this.em.flush().catch((error: unknown) => {
      throw asAccountConflict(error);
    });
    return userAnswer(user);
  }
}

function isOtherAddress(sent: unknown, current: string): boolean {
  if (sent === undefined || sent === null) return false;
  return typeof sent !== 'string' || emailKey(sent) !== emailKey(current);
}
