import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { advisoryLock } from '../../platform/database/database-time.js';
import { notFound } from '../../platform/api-error.js';
import { Designer } from '../designers/designer.entity.js';
import { fold } from '../search/fold.js';
import { Pattern } from './pattern.entity.js';
import { FOR_UPDATE } from '../../platform/database/transactional.js';

/** Finds a user's own patterns and designer profile for commands that change them. Call its methods in a transaction. */
@Injectable()
export class OwnPatterns {
  constructor(private readonly em: EntityManager) {}

  /** Reads and locks a pattern of the user. @throws {ApiError} 404 PATTERN_NOT_FOUND, also for another designer's pattern */
  async lock(patternId: string, userId: string): Promise<{ pattern: Pattern; designer: Designer }> {
    const designer = await this.em.findOne(Designer, { userId });
    const pattern =
      designer && (await this.em.findOne(Pattern, { id: patternId, designerId: designer.id }, FOR_UPDATE));
    if (!pattern) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
    return { pattern, designer };
  }

  /** @returns the designer profile of an account, which is created if it is missing */
  async findOrCreateDesigner(userId: string, name: string): Promise<Designer> {
    // Concurrent requests must not create two profiles for one account, or the same slug for two users of the same name.
    await advisoryLock('designers');
    const existing = await this.em.findOne(Designer, { userId });
    if (existing) return existing;
    const designer = {
      id: uuidv7(),
      userId,
      slug: await this.findFreeSlug(name),
      name,
      bio: {},
      createdAt: new Date(),
    };
    const created = this.em.create(Designer, designer);
    await this.em.persist(created).flush();
    return created;
  }

  private async findFreeSlug(name: string): Promise<string> {
    const slug = toSlug(name) || 'designer';
    const similar = await this.em.find(Designer, { slug: { $like: `${slug}%` } }, { fields: ['slug'] });
    const slugs = new Set(similar.map((designer) => designer.slug));
    for (let n = 1; ; n += 1) {
      const candidate = n === 1 ? slug : `${slug}-${n}`;
      if (!slugs.has(candidate)) return candidate;
    }
  }
}

/** Converts a title or a name to lower-case letters, digits and hyphens for a URL. */
export const toSlug = (text: string) =>
  fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
