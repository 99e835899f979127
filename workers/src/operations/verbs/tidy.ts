import { RecordOperatorAction } from '#backend/operations/commands/record-operator-action.js';
import { PurgeOutbox } from '#backend/operations/commands/purge-outbox.js';
import { SCHEDULED } from '../options.js';
import type { Verb } from '../verb.js';
import { UsageError } from '../usage-error.js';

/** `tidy`: deletes relayed events without open job executions. */
export const tidy: Verb = {
  name: 'tidy',
  operands: [],
  about: 'Deletes facts older than 90 days that are owed to nobody any more. The shop does so each day by itself.',
  options: { most: { value: '<n>', about: 'At most so many; 50000 when not given' }, scheduled: SCHEDULED },
  async run(given, withShop) {
    const text = given.text('most') ?? '50000';
    if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`--most: "${text}" is not a whole number from 1 to 9999999`);
    return withShop(async ({ commands, print }) => {
      const { deleted, more } = await commands.execute(new PurgeOutbox(Number(text)));
      await commands.execute(new RecordOperatorAction('outbox-tidied', { deleted }, !given.flag('scheduled')));
      print(`${deleted} facts deleted${more ? '; there may be more' : ''}`);
      return 0;
    });
  },
};
