import { Command } from 'commander';
import type { OPS_NEEDS } from '#backend/platform/config/needs.js';
import type { Work } from './verb.js';
import { books } from './verbs/books.js';
import { deleteAccount } from './verbs/delete-account.js';
import { discardEvent } from './verbs/discard-event.js';
import { exportData } from './verbs/export-data.js';
import { listEvents } from './verbs/list-events.js';
import { reconcile } from './verbs/reconcile.js';
import { replayEvents } from './verbs/replay-events.js';
import { resetSecondFactor } from './verbs/reset-second-factor.js';
import { retention } from './verbs/retention.js';
import { rotateKeys } from './verbs/rotate-keys.js';
import { showEvent } from './verbs/show-event.js';
import { sweepCopies } from './verbs/sweep-copies.js';
import { tidy } from './verbs/tidy.js';

/** Full name of a verb, e.g. `events show`. */
export type VerbName = keyof typeof OPS_NEEDS;

const GROUPS = {
  events: [listEvents, showEvent, replayEvents, discardEvent],
  '': [reconcile, rotateKeys, tidy, books, retention],
  accounts: [resetSecondFactor],
  privacy: [exportData, deleteAccount],
  copies: [sweepCopies],
};

const fullName = (verb: Command): string => (verb.parent?.parent ? `${verb.parent.name()} ` : '') + verb.name();

/**
 * Creates the operators' command-line tool. `parseAsync` of the tool throws {CommanderError} when the arguments are invalid
 * or ask for help.
 * @param run opens the shop for the verb `name`, runs `work` and closes the shop
 */
export function opsProgram(run: (name: VerbName, work: Work) => Promise<void>): Command {
  let verbName: string;
  const program = new Command('npm run ops --')
    .description("The operators' tool; in the image: node dist/programs/ops.js")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .configureHelp({
      visibleCommands: ({ commands }) =>
        commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command])),
      subcommandTerm: (verb) => `${fullName(verb)} ${verb.usage()}`,
    })
    .addHelpText('afterAll', '\nExit codes: 0 done, 1 failed, 2 invalid arguments.')
    .hook('preAction', (_, verb) => void (verbName = fullName(verb)));
  for (const [group, verbs] of Object.entries(GROUPS)) {
    const parent = group ? program.command(group) : program;
    for (const declare of verbs) declare(parent, (work) => run(verbName as VerbName, work));
  }
  return program;
}
