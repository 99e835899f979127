import { ReplayDeadLetters } from '#backend/operations/commands/replay-dead-letters.js';
import { ReplayJob } from '#backend/operations/commands/replay-job.js';
import { ReplayForm } from '#backend/operations/events.contract.js';
import { GetEvent } from '#backend/operations/queries/get-event.js';
import { oneLine } from '../one-line.js';
import { CHOICE, checked, idOf, moment } from '../options.js';
import type { Given, WithShop, Verb } from '../verb.js';
import { UsageError } from '../usage-error.js';

/** `events replay`: dead letters go to their jobs once more. */
export const replayEvents: Verb = {
  name: 'events replay',
  operands: ['[<id>]'],
  about: 'Gives dead letters to their jobs once more: those of one fact, or with --all those of a choice.',
  options: { all: { about: 'All dead letters of the choice, at most 500 at a time' }, ...CHOICE },
  run: (given, withShop) => (given.flag('all') ? replayAll(given, withShop) : replayOne(given, withShop)),
};

async function replayAll(given: Given, withShop: WithShop): Promise<0 | 1> {
  if (given.operands.length > 0) throw new UsageError('--all: cannot be given together with <id>');
  const { text } = given;
  const choice = { type: text('type'), job: text('job'), since: moment(given, 'since'), until: moment(given, 'until') };
  if (Object.values(choice).every((one) => one === undefined))
    throw new UsageError('--all: say with --job, --type, --since or --until what shall be replayed');
  const form = await checked(ReplayForm, choice as ReplayForm);
  return withShop(async ({ commands, print }) => {
    const { replayed, remaining } = await commands.execute(new ReplayDeadLetters(form, null));
    print(
      `${replayed} replayed, ${remaining} dead letters of this choice remain${remaining > 0 ? ': run it again' : ''}`,
    );
    return 0;
  });
}

async function replayOne(given: Given, withShop: WithShop): Promise<0 | 1> {
  const wrong = ['type', 'since', 'until'].find((option) => given.text(option) !== undefined);
  if (given.operands.length === 0) throw new UsageError('events replay: <id> is missing, or --all');
  if (wrong) throw new UsageError(`--${wrong}: only together with --all`);
  const id = idOf(given);
  const job = given.text('job');
  return withShop(async ({ commands, queries, print }) => {
    const dead = async () => {
      const { deliveries } = await queries.execute(new GetEvent(id));
      return deliveries.filter(({ state }) => state === 'dead').map((delivery) => delivery.job);
    };
    const jobs = job ? [job] : await dead();
    for (const one of jobs) {
      const { state, changed } = await commands.execute(new ReplayJob(id, one, null));
      const before = `had been replayed before and is ${state}; nothing was changed`;
      print(oneLine(`${one}: ${changed ? 'replayed' : before}`));
    }
    if (jobs.length === 0) print('This fact has no dead letter; nothing was changed');
    return jobs.length > 0 ? 0 : 1;
  });
}
