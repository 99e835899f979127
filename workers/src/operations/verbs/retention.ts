import { CountDueRecords } from '#backend/purchases/retention/queries/count-due-records.js';
import { DeleteDueRecordsJob } from '../../purchases/delete-due-records.js';
import type { Verb } from '../verb.js';

/** `retention`: deletes the records whose retention has ended. */
export const retention: Verb = (parent, withContext) =>
  parent
    .command('retention')
    .description(
      'Deletes invoices, withdrawals and data of buyers whose retention has ended (docs/privacy-retention.md). The shop does this hourly.',
    )
    .option('--dry-run', 'Prints how many records of each kind and year are due, and deletes none', false)
    .action(({ dryRun }: { dryRun: boolean }) =>
      withContext(async ({ app, queries, print }) => {
        if (dryRun) {
          const due = await queries.execute(new CountDueRecords());
          for (const { kind, year, count } of due) print(`${year}  ${kind.padEnd(12)}  ${count}`);
          if (due.length === 0) print('nothing is due');
          return 0;
        }
        const job = app.get(DeleteDueRecordsJob, { strict: false });
        const { invoices, purchases, withdrawals, more } = await job.deleteDue(true);
        const counts = `${invoices} invoices and ${withdrawals} withdrawals deleted, data of ${purchases} orders removed`;
        print(`${counts}${more ? '; due records may remain, run the command again' : ''}`);
        return 0;
      }),
    );
