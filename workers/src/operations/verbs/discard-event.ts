import { DiscardJob } from '#backend/operations/commands/discard-job.js';
import { DiscardForm } from '#backend/operations/events.contract.js';
import { terminalLine } from '../terminal-line.js';
import { parseId, validateOptions } from '../options.js';
import type { Verb } from '../verb.js';

/** `events discard`: discards a dead letter. */
export const discardEvent: Verb = (parent, withContext) =>
  parent
    .command('discard')
    .description('Discards a dead letter permanently; its job does not run.')
    .argument('<id>', 'Id of the event', parseId)
    .requiredOption('--job <job>', 'Job of the dead letter')
    .requiredOption('--reason <text>', 'Reason, stored in the audit log; no personal data')
    .action(async (id: string, { job, reason: text }: { job: string; reason: string }) => {
      const { reason } = await validateOptions(DiscardForm, { reason: text });
      await withContext(async ({ commands, print }) => {
        const { changed } = await commands.execute(new DiscardJob(id, job, null, reason));
        print(terminalLine(`${job}: ${changed ? 'discarded' : 'was already discarded; nothing was changed'}`));
        return 0;
      });
    });
