import { Injectable, Logger } from '@nestjs/common';
import type { Job, JobContext } from '../runtime/job.js';
import { OrphanCopies } from './orphan-copies.js';

/** Removes copies that no row names and that are older than a day. */
@Injectable()
export class SweepCopiesJob implements Job<object> {
  private readonly logger = new Logger('Storage');

  constructor(private readonly orphans: OrphanCopies) {}

  async run(_: object, { signal }: JobContext): Promise<void> {
    const removed = await this.orphans.removeAll(false, signal);
    if (removed > 0) this.logger.warn({ removed }, 'orphan copies removed');
  }
}
