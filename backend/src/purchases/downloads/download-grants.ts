import { FOR_UPDATE, Transactional } from '../../platform/database/transactional.js';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ApiError } from '../../platform/api-error.js';
import { Copy, DownloadGrant, REPEAT_SECONDS } from './copy.entity.js';
import { DOWNLOAD_LIMIT } from '../../platform/shop-rules.js';

export const downloadExpired = (code: string) =>
  new ApiError(403, code, 'Download Expired, Contact support for assistance');

@Injectable()
export class DownloadGrants {
  constructor(private readonly em: EntityManager) {}

  /**
   * Counts one download, unless one of the same copy was counted for the user within REPEAT_SECONDS. The row lock serialises
   * concurrent requests, so that a double click counts once.
   */
  @Transactional()
  async take(copyId: string, userId: string): Promise<{ objectKey: string; bytes: number; count: number }> {
    const copy = await this.em.findOneOrFail(Copy, copyId, FOR_UPDATE);
    const now = new Date();
    const since = new Date(now.getTime() - REPEAT_SECONDS * 1000);
    const recentGrant = await this.em.findOne(DownloadGrant, { copyId, userId, grantedAt: { $gt: since } });
    if (!recentGrant) {
      if (copy.grants >= DOWNLOAD_LIMIT) throw downloadExpired('DOWNLOAD_LIMIT');
      copy.grants += 1;
      this.em.persist(
        this.em.create(DownloadGrant, { id: uuidv7(), copyId, userId, bytes: copy.bytes!, grantedAt: now }),
      );
    }
    return { objectKey: copy.objectKey!, bytes: copy.bytes!, count: copy.grants };
  }
}
