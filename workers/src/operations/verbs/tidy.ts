import { RecordOperatorAction } from '#backend/operations/commands/record-operator-action.js';
import { PurgeOutbox } from '#backend/operations/commands/purge-outbox.js';
import { SCHEDULED } from '../options.js';
import type { Verb } from '../verb.js';
import { UsageError } from '../usage-error.js';

/** `tidy`: deletes relayed events without open job executions. */
export const tidy: Verb = {
  name: 'tidy',
  operands: [],
  about: 'Deletes events older than 90 days without open jobs and dead letters. The shop runs it daily.',
  options: { most: { value: '<n>', about: 'Maximum number of events; default 50000' }, scheduled: SCHEDULED },
  async run(given, withContext) {
    const text = given.text('most') ?? '50000';
    if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`--most: "${text}" is not a whole number from 1 to 9999999`);
    return withContext(async ({ commands, print }) => {
      const { deleted, more } = await commands.execute(new PurgeOutbox(Number(text)));
      await commands.execute(new RecordOperatorAction('outbox-tidied', { deleted }, !given.flag('scheduled')));
      print(`${deleted} events deleted${more ? '; there may be more' : ''}`);
      return 0;
    });
  },
};
