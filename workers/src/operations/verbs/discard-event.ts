import { DiscardJob } from '#backend/operations/commands/discard-job.js';
import { DiscardForm } from '#backend/operations/events.contract.js';
import { oneLine } from '../one-line.js';
import { checked, idOf } from '../options.js';
import type { Verb } from '../verb.js';
import { UsageError } from '../usage-error.js';

/** `events discard`: closes a dead letter permanently. */
export const discardEvent: Verb = {
  name: 'events discard',
  operands: ['<id>'],
  about: 'Closes a dead letter for good, because nothing more has to be done. What it was about stays as it is.',
  options: {
    job: { value: '<job>', about: 'Which of the jobs; required' },
    reason: { value: '<text>', about: 'Why, for whoever asks later; required; no personal data' },
  },
  async run(given, withShop) {
    const job = given.text('job');
    if (!job) throw new UsageError('--job: is required');
    const { reason } = await checked(DiscardForm, { reason: given.text('reason') ?? '' });
    const deed = new DiscardJob(idOf(given), job, null, reason);
    return withShop(async ({ commands, print }) => {
      const { changed } = await commands.execute(deed);
      print(oneLine(`${job}: ${changed ? 'discarded' : 'had been discarded before; nothing was changed'}`));
      return 0;
    });
  },
};
