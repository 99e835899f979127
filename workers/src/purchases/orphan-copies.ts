import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Files } from '#backend/platform/storage/files.js';
import { orphanCopies } from '#backend/platform/telemetry/metrics.js';
import { FindOrphanCopies } from '#backend/purchases/downloads/queries/find-orphan-copies.js';

/** A younger object is kept, because a running job can still record it in the database. */
const MIN_AGE_MS = 24 * 3_600_000;

interface SweepOptions {
  olderThanMs: number;
  /** Whether the sweep only counts the orphans and removes none. */
  dryRun: boolean;
  /** See removeFrom. */
  after?: string | null;
  /** See removeFrom. */
  onPage?: (key: string) => Promise<boolean>;
}

/**
 * Removes orphans: copies in the storage that have no database row. An orphan remains when the worker does not get the
 * response to its PUT and the purchase is refunded before the retry. An orphan must be deleted, because it contains the
 * buyer's address.
 */
@Injectable()
export class OrphanCopies {
  constructor(
    private readonly queries: QueryBus,
    private readonly files: Files,
  ) {}

  /**
   * Removes the orphans of one purchase at any age. Only the job that makes the copies of this purchase may call the method,
   * because a copy that another job has just stored has no row yet.
   * @returns the number of orphans
   */
  removeForPurchase(purchaseId: string): Promise<number> {
    return this.sweep(`copies/${purchaseId}/`, { olderThanMs: 0, dryRun: false });
  }

  /** Removes all orphans older than a day; `dryRun` only counts them. @returns the number of orphans */
  removeAll(dryRun: boolean, signal?: AbortSignal, olderThanMs = MIN_AGE_MS): Promise<number> {
    return this.sweep('copies/', { olderThanMs, dryRun }, signal);
  }

  /**
   * Removes the orphans that are older than a day and whose key comes after `after`.
   * @param onPage is called after each page of objects with the last key of the page; the sweep ends when it returns false
   */
  removeFrom(after: string | null, onPage: (key: string) => Promise<boolean>, signal?: AbortSignal): Promise<number> {
    return this.sweep('copies/', { olderThanMs: MIN_AGE_MS, dryRun: false, after, onPage }, signal);
  }

  private async sweep(
    prefix: string,
    { olderThanMs, dryRun, after, onPage }: SweepOptions,
    signal?: AbortSignal,
  ): Promise<number> {
    let orphanCount = 0;
    for await (const objects of this.files.list(prefix, after ?? undefined)) {
      signal?.throwIfAborted();
      orphanCount += await this.sweepPage(objects, olderThanMs, dryRun);
      const last = objects.at(-1);
      if (last && onPage && !(await onPage(last.key))) break;
    }
    return orphanCount;
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
