import { Transactional } from '@mikro-orm/decorators/legacy';
import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Problem } from '../../platform/problem.js';
import type { SessionAnswer } from '../accounts.contract.js';
import { emailKey } from '../../platform/email-address.js';
import { Passwords } from '../passwords.js';
import { SessionTokens } from '../session-tokens.js';
import { User } from '../user.entity.js';

/** Opens a session. @throws Problem 401 INVALID_CREDENTIALS, the same and as late for whatever was wrong */
export class SignIn extends Command<SessionAnswer> {
  constructor(
    readonly email: string,
    readonly password: string,
  ) {
    super();
  }
}

@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  constructor(
    private readonly em: EntityManager,
    private readonly passwords: Passwords,
    private readonly tokens: SessionTokens,
  ) {}

  async execute({ email, password }: SignIn) {
    const user = await this.em.findOne(User, { emailKey: emailKey(email) });
    const matches = await this.passwords.matches(user?.passwordHash ?? null, password);
    if (!user || !matches) throw new Problem(401, 'INVALID_CREDENTIALS', 'Invalid email or password');
    const grown = this.passwords.isOutdated(user.passwordHash) ? await this.passwords.hash(password) : null;
    return this.open(user.id, user.passwordHash, grown);
  }

  @Transactional()
  private async open(userId: string, checkedHash: string, grownHash: string | null) {
    const user = await this.em.findOneOrFail(User, userId);
    if (grownHash && user.passwordHash === checkedHash) user.passwordHash = grownHash;
    return this.tokens.open(user, new Date());
  }
}
