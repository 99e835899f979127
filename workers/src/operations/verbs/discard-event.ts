import { DiscardJob } from '#backend/operations/commands/discard-job.js';
import { DiscardForm } from '#backend/operations/events.contract.js';
import { oneLine } from '../one-line.js';
import { validated, idOperand } from '../options.js';
import type { Verb } from '../verb.js';
import { UsageError } from '../usage-error.js';

/** `events discard`: closes a dead letter permanently. */
export const discardEvent: Verb = {
  name: 'events discard',
  operands: ['<id>'],
  about: 'Discards a dead letter permanently; its job does not run.',
  options: {
    job: { value: '<job>', about: 'Job of the dead letter; required' },
    reason: { value: '<text>', about: 'Reason, stored in the audit log; required; no personal data' },
  },
  async run(given, withContext) {
    const job = given.text('job');
    if (!job) throw new UsageError('--job: is required');
    const { reason } = await validated(DiscardForm, { reason: given.text('reason') ?? '' });
    const command = new DiscardJob(idOperand(given), job, null, reason);
    return withContext(async ({ commands, print }) => {
      const { changed } = await commands.execute(command);
      print(oneLine(`${job}: ${changed ? 'discarded' : 'was already discarded; nothing was changed'}`));
      return 0;
    });
  },
};
