import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Files } from '#backend/platform/files.js';
import { orphanCopies } from '#backend/platform/metrics.js';
import { FindOrphanCopies } from '#backend/purchases/queries/find-orphan-copies.js';

/** Younger objects may belong to a job that is about to record them. */
const OLDEST_JOB_MS = 24 * 3_600_000;

/**
 * Copies that lie in the storage and that no row names: the answer of a PUT was lost, and the purchase was refunded before the
 * retry. They hold a buyer's address, so they must not stay.
 */
@Injectable()
export class OrphanCopies {
  constructor(
    private readonly queries: QueryBus,
    private readonly files: Files,
  ) {}

  /** Of one purchase, of any age: for the job that makes its copies, when none is left to be made. @returns how many */
  removeOf(purchaseId: string): Promise<number> {
    return this.sweep(`copies/${purchaseId}/`, { olderThanMs: 0, dryRun: false });
  }

  /** Of all purchases, those older than a day. @returns how many were found; with `dryRun` they stay */
  removeAll(dryRun: boolean, signal?: AbortSignal, olderThanMs = OLDEST_JOB_MS): Promise<number> {
    return this.sweep('copies/', { olderThanMs, dryRun }, signal);
  }

  private async sweep(
    prefix: string,
    { olderThanMs, dryRun }: { olderThanMs: number; dryRun: boolean },
    signal?: AbortSignal,
  ): Promise<number> {
    let found = 0;
    for await (const objects of this.files.list(prefix)) {
      signal?.throwIfAborted();
      const before = Date.now() - olderThanMs;
      const old = objects.filter(({ modifiedAt }) => modifiedAt.getTime() <= before);
      if (old.length === 0) continue;
      const orphans = await this.queries.execute(new FindOrphanCopies(old.map(({ key }) => key)));
      found += orphans.length;
      if (dryRun) continue;
      for (const key of orphans) {
        await this.files.remove(key);
        orphanCopies.inc();
      }
    }
    return found;
  }
}
