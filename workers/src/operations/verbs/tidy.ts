import { InvalidArgumentError } from 'commander';
import { RecordOperatorAction } from '#backend/operations/commands/record-operator-action.js';
import { PurgeOutbox } from '#backend/operations/commands/purge-outbox.js';
import { withScheduled } from '../options.js';
import type { Verb } from '../verb.js';

/** `tidy`: deletes old events that have neither pending jobs nor dead letters. */
export const tidy: Verb = (parent, withContext) =>
  withScheduled(
    parent
      .command('tidy')
      .description(
        'Deletes events older than 90 days that have neither open jobs nor dead letters. The shop does this daily.',
      )
      .option('--most <n>', 'Maximum number of events', parseCount, 50_000),
  ).action(({ most, scheduled }: { most: number; scheduled?: true }) =>
    withContext(async ({ commands, print }) => {
      const { deleted, more } = await commands.execute(new PurgeOutbox(most));
      await commands.execute(new RecordOperatorAction('outbox-tidied', { deleted }, !scheduled));
      print(`${deleted} events deleted${more ? '; old events may remain, run the command again' : ''}`);
      return 0;
    }),
  );

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It is not a whole number from 1 to 9999999.');
  return Number(text);
}
