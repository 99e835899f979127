import { RecordOperatorAction } from '#backend/operations/commands/record-operator-action.js';
import { OrphanCopies } from '../../purchases/orphan-copies.js';
import type { Verb } from '../verb.js';

/** `copies sweep`: removes from the storage the copies that have no database row. */
export const sweepCopies: Verb = (parent, withContext) =>
  parent
    .command('sweep')
    .description(
      'Removes from the storage the copies that are older than a day and have no database row. The shop does this daily.',
    )
    .option('--dry-run', 'Counts these copies and removes none', false)
    .action(({ dryRun }: { dryRun: boolean }) =>
      withContext(async ({ app, commands, print }) => {
        const count = await app.get(OrphanCopies, { strict: false }).removeAll(dryRun);
        if (!dryRun) await commands.execute(new RecordOperatorAction('copies-swept', { removed: count }, true));
        print(dryRun ? `${count} copies would be removed` : `${count} copies removed`);
        return 0;
      }),
    );
