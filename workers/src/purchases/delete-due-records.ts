import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RecordOperatorAction } from '#backend/operations/commands/record-operator-action.js';
import { retentionEnded } from '#backend/platform/telemetry/metrics.js';
import { DeleteDueRecords } from '#backend/purchases/retention/commands/delete-due-records.js';
import type { Job, JobContext } from '../job.js';

/** Batches per run. The next run continues with the remaining records. */
const MAX_BATCHES = 20;

/** Deletes the records whose retention has ended, in batches, and records the numbers in the audit log. */
@Injectable()
export class DeleteDueRecordsJob implements Job<object> {
  private readonly logger = new Logger('Retention');

  constructor(private readonly commands: CommandBus) {}

  async run(_: object, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
    await this.deleteDue(false, signal);
  }

  /** @returns the numbers of deleted records, and whether due records can remain */
  async deleteDue(byOperator: boolean, signal?: AbortSignal) {
    const deleted = { invoices: 0, purchases: 0, withdrawals: 0 };
    let more = true;
    for (let batch = 0; more && batch < MAX_BATCHES; batch += 1) {
      signal?.throwIfAborted();
      const done = await this.commands.execute(new DeleteDueRecords());
      for (const kind of ['invoices', 'purchases', 'withdrawals'] as const) {
        deleted[kind] += done[kind];
        retentionEnded.inc({ kind }, done[kind]);
      }
      more = done.more;
    }
    if (byOperator || Object.values(deleted).some((count) => count > 0)) {
      await this.commands.execute(new RecordOperatorAction('retention-ended', deleted, byOperator));
      this.logger.log(deleted, 'records deleted after the end of their retention');
    }
    return { ...deleted, more };
  }
}
