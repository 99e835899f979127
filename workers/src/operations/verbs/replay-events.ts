import { InvalidArgumentError } from 'commander';
import { ReplayDeadLetters } from '#backend/operations/commands/replay-dead-letters.js';
import { ReplayJob } from '#backend/operations/commands/replay-job.js';
import { ReplayForm } from '#backend/operations/events.contract.js';
import { GetEvent } from '#backend/operations/queries/get-event.js';
import { terminalLine } from '../terminal-line.js';
import { parseId, validateOptions, withFilters } from '../options.js';
import type { Verb, WithContext } from '../verb.js';

/** `events replay`: replays dead letters. */
export const replayEvents: Verb = (parent, withContext) =>
  withFilters(
    parent
      .command('replay')
      .description('Replays dead letters: those of one event, or with --all those that match the filters.')
      .argument('[id]', 'Id of the event', parseId)
      .option('--all', 'All dead letters that match the filters, at most 500 per run'),
  ).action((id: string | undefined, { all, ...filters }: ReplayForm & { all?: true }) => {
    if (all && id) throw new InvalidArgumentError('--all and <id> exclude each other');
    if (!all && !id) throw new InvalidArgumentError('either <id> or --all is required');
    return id ? replayOne(id, filters, withContext) : replayAll(filters, withContext);
  });

async function replayAll(filters: ReplayForm, withContext: WithContext): Promise<void> {
  if (Object.keys(filters).length === 0)
    throw new InvalidArgumentError('--all: at least one of --job, --type, --since and --until is required');
  const form = await validateOptions(ReplayForm, filters);
  return withContext(async ({ commands, print }) => {
    const { replayed, remaining } = await commands.execute(new ReplayDeadLetters(form, null));
    const hint = remaining > 0 ? ': run the command again' : '';
    print(`${replayed} dead letters replayed, ${remaining} that match remain${hint}`);
    return 0;
  });
}

async function replayOne(id: string, { job, ...filters }: ReplayForm, withContext: WithContext): Promise<void> {
  const [invalid] = Object.keys(filters);
  if (invalid) throw new InvalidArgumentError(`--${invalid}: allowed only together with --all`);
  return withContext(async ({ commands, queries, print }) => {
    const listDeadJobs = async () => {
      const { deliveries } = await queries.execute(new GetEvent(id));
      return deliveries.filter(({ state }) => state === 'dead').map((delivery) => delivery.job);
    };
    const jobs = job ? [job] : await listDeadJobs();
    for (const name of jobs) {
      const { state, changed } = await commands.execute(new ReplayJob(id, name, null));
      const unchanged = `was already replayed and is ${state}; nothing was changed`;
      print(terminalLine(`${name}: ${changed ? 'replayed' : unchanged}`));
    }
    if (jobs.length === 0) print('This event has no dead letter; nothing was changed');
    return jobs.length > 0 ? 0 : 1;
  });
}
