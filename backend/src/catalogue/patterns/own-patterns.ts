import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { advisoryLock } from '../../platform/database/database-time.js';
import { notFound } from '../../platform/api-error.js';
import { Designer } from '../designers/designer.entity.js';
import { fold } from '../search/fold.js';
import { Pattern } from './pattern.entity.js';

/** Finds what a seller may change; what is somebody else's does not exist. For use inside a transaction. */
@Injectable()
export class OwnPatterns {
  constructor(private readonly em: EntityManager) {}

  /** Under a row lock. Fails with 404 PATTERN_NOT_FOUND. */
  async take(patternId: string, userId: string): Promise<{ pattern: Pattern; designer: Designer }> {
    const designer = await this.em.findOne(Designer, { userId });
    const pattern =
      designer &&
      (await this.em.findOne(
        Pattern,
        { id: patternId, designerId: designer.id },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      ));
    if (!pattern) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
    return { pattern, designer };
  }

  /** The designer behind an account, made on their first pattern. */
  async designerOf(userId: string, name: string): Promise<Designer> {
    // Two first patterns at once must not make two designers, nor two people of one name the same slug.
    await advisoryLock('designers');
    const known = await this.em.findOne(Designer, { userId });
    if (known) return known;
    const designer = { id: uuidv7(), userId, slug: await this.freeSlug(name), name, bio: {}, createdAt: new Date() };
    const created = this.em.create(Designer, designer);
    await this.em.persist(created).flush();
    return created;
  }

  private async freeSlug(name: string): Promise<string> {
    const slug = slugOf(name) || 'designer';
    const taken = await this.em.find(Designer, { slug: { $like: `${slug}%` } }, { fields: ['slug'] });
    const slugs = new Set(taken.map((one) => one.slug));
    for (let n = 1; ; n += 1) {
      const candidate = n === 1 ? slug : `${slug}-${n}`;
      if (!slugs.has(candidate)) return candidate;
    }
  }
}

/** Letters and digits of a title or a name, as they stand in an address. */
export const slugOf = (text: string) =>
  fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
