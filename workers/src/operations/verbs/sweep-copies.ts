import { RecordOperatorAction } from '#backend/operations/commands/record-operator-action.js';
import { OrphanCopies } from '../../purchases/orphan-copies.js';
import type { Verb } from '../verb.js';

/** `copies sweep`: removes what lies in the storage and no row names. */
export const sweepCopies: Verb = {
  name: 'copies sweep',
  operands: [],
  about:
    "Removes buyers' copies from the storage that no row of the database names and that are older than a day. The shop does so each day by itself.",
  options: { 'dry-run': { about: 'Only counts them' } },
  run: (given, withShop) =>
    withShop(async ({ app, commands, print }) => {
      const dryRun = given.flag('dry-run');
      const found = await app.get(OrphanCopies, { strict: false }).removeAll(dryRun);
      if (!dryRun) await commands.execute(new RecordOperatorAction('copies-swept', { removed: found }, true));
      print(dryRun ? `${found} copies would be removed` : `${found} copies removed`);
      return 0;
    }),
};
