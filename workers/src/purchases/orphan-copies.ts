import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Files } from '#backend/platform/storage/files.js';
import { orphanCopies } from '#backend/platform/telemetry/metrics.js';
import { FindOrphanCopies } from '#backend/purchases/downloads/queries/find-orphan-copies.js';

/** A running job may be about to record younger objects. */
const OLDEST_JOB_MS = 24 * 3_600_000;

interface Sweep {
  olderThanMs: number;
  dryRun: boolean;
  after?: string | null;
  reached?: (key: string) => Promise<boolean>;
}

/**
 * Removes copies in storage without a row: the response of a PUT was lost, and the purchase was refunded before the retry.
 * They contain a buyer's address, so they must be deleted.
 */
@Injectable()
export class OrphanCopies {
  constructor(
    private readonly queries: QueryBus,
    private readonly files: Files,
  ) {}

  /** Removes those of one purchase, of any age; for the job that makes its copies, when none is left. @returns how many */
  removeOf(purchaseId: string): Promise<number> {
    return this.sweep(`copies/${purchaseId}/`, { olderThanMs: 0, dryRun: false });
  }

  /** Removes those older than a day. @returns how many were found; with `dryRun` they stay */
  removeAll(dryRun: boolean, signal?: AbortSignal, olderThanMs = OLDEST_JOB_MS): Promise<number> {
    return this.sweep('copies/', { olderThanMs, dryRun }, signal);
  }

  /**
   * Like `removeAll`, but only keys after `after`.
   * @param reached called with the last key after each page of the list; false ends the sweep
   */
  removeBehind(
    after: string | null,
    reached: (key: string) => Promise<boolean>,
    signal?: AbortSignal,
  ): Promise<number> {
    return this.sweep('copies/', { olderThanMs: OLDEST_JOB_MS, dryRun: false, after, reached }, signal);
  }

  private async sweep(
    prefix: string,
    { olderThanMs, dryRun, after, reached }: Sweep,
    signal?: AbortSignal,
  ): Promise<number> {
    let found = 0;
    for await (const objects of this.files.list(prefix, after ?? undefined)) {
      signal?.throwIfAborted();
      found += await this.sweepPage(objects, olderThanMs, dryRun);
      const last = objects.at(-1);
      if (last && reached && !(await reached(last.key))) break;
    }
    return found;
  }

  private async sweepPage(objects: { key: string; modifiedAt: Date }[], olderThanMs: number, dryRun: boolean) {
    const before = Date.now() - olderThanMs;
    const old = objects.filter(({ modifiedAt }) => modifiedAt.getTime() <= before);
    if (old.length === 0) return 0;
    const orphans = await this.queries.execute(new FindOrphanCopies(old.map(({ key }) => key)));
    for (const key of dryRun ? [] : orphans) {
      await this.files.remove(key);
      orphanCopies.inc();
    }
    return orphans.length;
  }
}
