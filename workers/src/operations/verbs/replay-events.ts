import { ReplayDeadLetters } from '#backend/operations/commands/replay-dead-letters.js';
import { ReplayJob } from '#backend/operations/commands/replay-job.js';
import { ReplayForm } from '#backend/operations/events.contract.js';
import { GetEvent } from '#backend/operations/queries/get-event.js';
import { oneLine } from '../one-line.js';
import { FILTERS, validated, idOperand, timeOption } from '../options.js';
import type { Given, WithContext, Verb } from '../verb.js';
import { UsageError } from '../usage-error.js';

/** `events replay`: opens dead letters again. */
export const replayEvents: Verb = {
  name: 'events replay',
  operands: ['[<id>]'],
  about: 'Replays dead letters: those of one event, or with --all those that match the filters.',
  options: { all: { about: 'All dead letters that match the filters, at most 500 per run' }, ...FILTERS },
  run: (given, withContext) => (given.flag('all') ? replayAll(given, withContext) : replayOne(given, withContext)),
};

async function replayAll(given: Given, withContext: WithContext): Promise<0 | 1> {
  if (given.operands.length > 0) throw new UsageError('--all: cannot be given together with <id>');
  const { text } = given;
  const filters = {
    type: text('type'),
    job: text('job'),
    since: timeOption(given, 'since'),
    until: timeOption(given, 'until'),
  };
  if (Object.values(filters).every((one) => one === undefined))
    throw new UsageError('--all: at least one of --job, --type, --since and --until is required');
  const form = await validated(ReplayForm, filters as ReplayForm);
  return withContext(async ({ commands, print }) => {
    const { replayed, remaining } = await commands.execute(new ReplayDeadLetters(form, null));
    print(`${replayed} replayed, ${remaining} matching dead letters remain${remaining > 0 ? ': run it again' : ''}`);
    return 0;
  });
}

async function replayOne(given: Given, withContext: WithContext): Promise<0 | 1> {
  const wrong = ['type', 'since', 'until'].find((option) => given.text(option) !== undefined);
  if (given.operands.length === 0) throw new UsageError('events replay: <id> is missing, or --all');
  if (wrong) throw new UsageError(`--${wrong}: only together with --all`);
  const id = idOperand(given);
  const job = given.text('job');
  return withContext(async ({ commands, queries, print }) => {
    const dead = async () => {
      const { deliveries } = await queries.execute(new GetEvent(id));
      return deliveries.filter(({ state }) => state === 'dead').map((delivery) => delivery.job);
    };
    const jobs = job ? [job] : await dead();
    for (const one of jobs) {
      const { state, changed } = await commands.execute(new ReplayJob(id, one, null));
      const unchanged = `was already replayed and is ${state}; nothing was changed`;
      print(oneLine(`${one}: ${changed ? 'replayed' : unchanged}`));
    }
    if (jobs.length === 0) print('This event has no dead letter; nothing was changed');
    return jobs.length > 0 ? 0 : 1;
  });
}
