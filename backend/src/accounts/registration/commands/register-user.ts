import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Language } from '../../../platform/language.js';
import type { RegisterForm, SessionAnswer } from '../../accounts.contract.js';
import { emailKey, normalisedEmail } from '../../../platform/mail/email-address.js';
import { Passwords } from '../../passwords/passwords.js';
import { KnownPlaces } from '../../sessions/known-places.js';
import { SessionTokens } from '../../sessions/session-tokens.js';
import { asAccountConflict, emailTaken, usernameTaken } from '../account-conflicts.js';
import { User } from '../../user.entity.js';
import { VerificationRequests } from '../verification-requests.js';
import { Transactional } from '../../../platform/database/transactional.js';

/** Creates an account and its first session. @throws {ApiError} 409 EMAIL_TAKEN or USERNAME_TAKEN */
export class RegisterUser extends Command<SessionAnswer> {
  constructor(
    readonly form: RegisterForm,
    readonly language: Language,
    readonly ip: string,
    readonly userAgent?: string,
  ) {
    super();
  }
}

interface NewAccount {
  form: RegisterForm;
  username: string;
  passwordHash: string;
  language: Language;
  ip: string;
  userAgent: string | undefined;
}

@CommandHandler(RegisterUser)
export class RegisterUserHandler implements ICommandHandler<RegisterUser> {
  constructor(
    private readonly em: EntityManager,
    private readonly passwords: Passwords,
    private readonly tokens: SessionTokens,
    private readonly verifications: VerificationRequests,
    private readonly places: KnownPlaces,
  ) {}

  // Hashing can wait in a queue, so it runs outside of the transaction. A taken address or username is refused before
  // hashing.
  async execute({ form, language, ip, userAgent }: RegisterUser) {
    const username = form.username ?? usernameFrom(form.email);
    await this.refuseTaken(emailKey(form.email), username.toLowerCase());
    const passwordHash = await this.passwords.hash(form.password);
    try {
      return await this.save({ form, username, passwordHash, language, ip, userAgent });
    } catch (error) {
      throw asAccountConflict(error);
    }
  }

  @Transactional()
  private async save({ form, username, passwordHash, language, ip, userAgent }: NewAccount) {
    const now = new Date();
    const user = this.em.create(User, {
      id: uuidv7(),
      email: normalisedEmail(form.email),
      emailKey: emailKey(form.email),
      username,
      usernameKey: username.toLowerCase(),
      displayName: form.name ?? username,
      firstName: form.first_name ?? null,
      lastName: form.last_name ?? null,
      passwordHash,
      role: 'user',
      language,
      createdAt: now,
    });
    this.em.persist(user);
    const answer = this.tokens.open(user, now, userAgent);
    await this.em.flush();
    await this.places.record(user.id, ip);
    await this.verifications.add(user, now, ip);
    return answer;
  }

  private async refuseTaken(key: string, usernameKey: string): Promise<void> {
    const taken = await this.em.find(
      User,
      { $or: [{ emailKey: key }, { usernameKey }] },
      { fields: ['emailKey'], disableIdentityMap: true },
    );
    if (taken.some((user) => user.emailKey === key)) throw emailTaken();
    if (taken.length > 0) throw usernameTaken();
  }
}

/** @returns a username for an address; its random suffix distinguishes users with the same local part */
function usernameFrom(email: string): string {
  const name = email
    .split('@')[0]!
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]/g, '');
  return `${name.slice(0, 24) || 'user'}-${randomBytes(3).toString('hex')}`;
}
