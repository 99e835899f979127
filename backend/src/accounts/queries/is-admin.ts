import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import type { Config } from '../../platform/config.js';
import { emailKey } from '../../platform/email-address.js';
import { CONFIG } from '../../platform/tokens.js';
import { Passwords } from '../passwords.js';
import { SecondFactor } from '../second-factor/second-factor.entity.js';
import { User } from '../user.entity.js';

/**
 * Whether these are the credentials of an administrator, for tools that know no session. Never for an account with a second
 * factor, or where the shop requires one: a password alone opens nothing there.
 */
export class IsAdmin extends Query<boolean> {
  constructor(
    readonly email: string,
    readonly password: string,
  ) {
    super();
  }
}

@QueryHandler(IsAdmin)
export class IsAdminHandler implements IQueryHandler<IsAdmin> {
  constructor(
    private readonly em: EntityManager,
    private readonly passwords: Passwords,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ email, password }: IsAdmin): Promise<boolean> {
    const user = await this.em.fork().findOne(User, { emailKey: emailKey(email), closedAt: null });
    const matches = await this.passwords.matches(user?.passwordHash ?? null, password);
    if (!matches || user?.role !== 'admin' || user.suspendedAt || this.config.secondFactorRequired) return false;
    return (await this.em.fork().count(SecondFactor, { userId: user.id, confirmedAt: { $ne: null } })) === 0;
  }
}
