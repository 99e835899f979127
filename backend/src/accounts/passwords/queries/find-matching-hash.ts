import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Passwords } from '../passwords.js';
import { User } from '../../user.entity.js';

/**
 * The stored hash of an account if the password matches it, otherwise null. Do not run this query inside a transaction,
 * because hashing can wait in a queue. The transaction compares the hash again (`lockPassword`).
 */
export class FindMatchingHash extends Query<string | null> {
  constructor(
    readonly userId: string,
    readonly password: string,
  ) {
    super();
  }
}

@QueryHandler(FindMatchingHash)
export class FindMatchingHashHandler implements IQueryHandler<FindMatchingHash> {
  constructor(
    private readonly em: EntityManager,
    private readonly passwords: Passwords,
  ) {}

  async execute({ userId, password }: FindMatchingHash): Promise<string | null> {
    const hash = (await this.em.fork().findOne(User, userId))?.passwordHash ?? null;
    return (await this.passwords.matches(hash, password)) ? hash : null;
  }
}
