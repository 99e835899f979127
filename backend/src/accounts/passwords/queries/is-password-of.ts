import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Passwords } from '../passwords.js';
import { User } from '../../user.entity.js';

/** Whether the account has this password. Do not call it inside a transaction, because hashing can wait in a queue. */
export class IsPasswordOf extends Query<boolean> {
  constructor(
    readonly userId: string,
    readonly password: string,
  ) {
    super();
  }
}

@QueryHandler(IsPasswordOf)
export class IsPasswordOfHandler implements IQueryHandler<IsPasswordOf> {
  constructor(
    private readonly em: EntityManager,
    private readonly passwords: Passwords,
  ) {}

  async execute({ userId, password }: IsPasswordOf): Promise<boolean> {
    const user = await this.em.fork().findOne(User, userId);
    return this.passwords.matches(user?.passwordHash ?? null, password);
  }
}
