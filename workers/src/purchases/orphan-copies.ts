import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Files } from '#backend/platform/storage/files.js';
import { orphanCopies } from '#backend/platform/telemetry/metrics.js';
import { FindOrphanCopies } from '#backend/purchases/downloads/queries/find-orphan-copies.js';

/** Younger objects are kept, because a running job can still record them. */
const MIN_AGE_MS = 24 * 3_600_000;

interface SweepOptions {
  olderThanMs: number;
  dryRun: boolean;
  after?: string | null;
  onPage?: (key: string) => Promise<boolean>;
}

/**
 * Removes copies in storage that have no database row. They remain when the response of a PUT is lost and the purchase is
 * refunded before the retry. They must be deleted, because they contain a buyer's address.
 */
@Injectable()
export class OrphanCopies {
  constructor(
    private readonly queries: QueryBus,
    private readonly files: Files,
  ) {}

  /**
   * Removes the orphans of one purchase, whatever their age. Only the job that makes its copies may call it.
   * @returns how many
   */
  removeForPurchase(purchaseId: string): Promise<number> {
    return this.sweep(`copies/${purchaseId}/`, { olderThanMs: 0, dryRun: false });
  }

  /** Removes all orphans older than a day. @returns how many it found; `dryRun` keeps them */
  removeAll(dryRun: boolean, signal?: AbortSignal, olderThanMs = MIN_AGE_MS): Promise<number> {
    return this.sweep('copies/', { olderThanMs, dryRun }, signal);
  }

  /**
   * Removes the orphans whose key comes after `after` and that are older than a day.
   * @param onPage called with the last key of each page of the list; the sweep ends when it returns false
   */
  removeFrom(after: string | null, onPage: (key: string) => Promise<boolean>, signal?: AbortSignal): Promise<number> {
    return this.sweep('copies/', { olderThanMs: MIN_AGE_MS, dryRun: false, after, onPage }, signal);
  }

  private async sweep(
    prefix: string,
    { olderThanMs, dryRun, after, onPage }: SweepOptions,
    signal?: AbortSignal,
  ): Promise<number> {
    let found = 0;
    for await (const objects of this.files.list(prefix, after ?? undefined)) {
      signal?.throwIfAborted();
      found += await this.sweepPage(objects, olderThanMs, dryRun);
      const last = objects.at(-1);
      if (last && onPage && !(await onPage(last.key))) break;
    }
    return found;
  }

  private async sweepPage(objects: { key: string; modifiedAt: Date }[], olderThanMs: number, dryRun: boolean) {
    const modifiedBefore = Date.now() - olderThanMs;
    const oldObjects = objects.filter(({ modifiedAt }) => modifiedAt.getTime() <= modifiedBefore);
    if (oldObjects.length === 0) return 0;
    const orphans = await this.queries.execute(new FindOrphanCopies(oldObjects.map(({ key }) => key)));
    for (const key of dryRun ? [] : orphans) {
      await this.files.remove(key);
      orphanCopies.inc();
    }
    return orphans.length;
  }
}
