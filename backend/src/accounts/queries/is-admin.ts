import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { emailKey } from '../../platform/email-address.js';
import { Passwords } from '../passwords.js';
import { User } from '../user.entity.js';

/** Whether these are the credentials of an administrator, for tools that know no session. Takes as long for every no. */
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
  ) {}

  async execute({ email, password }: IsAdmin): Promise<boolean> {
    const user = await this.em.fork().findOne(User, { emailKey: emailKey(email), closedAt: null });
    const matches = await this.passwords.matches(user?.passwordHash ?? null, password);
    return matches && user?.role === 'admin';
  }
}
