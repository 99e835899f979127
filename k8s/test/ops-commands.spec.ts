import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPS_NEEDS } from '#backend/platform/config/needs.js';
import { podEnvironment, withOperatorValues, podNeeds, readConfig } from './support/environment.js';
import { deploymentPod } from './support/pods.js';
import { render, ROOT } from './support/render.js';

type CommandName = keyof typeof OPS_NEEDS;

/** The prefix of a command that runs on a machine with all settings of the shop. */
const ON_A_MACHINE = 'npm run ops --';

const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const PAGES = [
  ...readdirSync(join(ROOT, 'docs/runbooks')).map((name) => `docs/runbooks/${name}`),
  'docs/operations.md',
];
const ALIASES = new Map(
  [...readText('docs/runbooks/README.md').matchAll(/^alias (ops[\w-]*)='kubectl .* exec deploy\/([\w-]+) /gm)].map(
    ([, alias, deployment]) => [alias!, deployment!] as const,
  ),
);
const COMMAND_NAMES = Object.keys(OPS_NEEDS).toSorted((a, b) => b.length - a.length) as CommandName[];

interface Command {
  page: string;
  alias: string;
  args: string;
}

/** @returns all commands on a page that begin with `ops`, with another alias, or with `npm run ops --` */
const findCommands = (page: string, text = readText(page)): Command[] =>
  [...text.matchAll(/(?<![\w/-])(npm run ops --|ops(?:-[a-z]+)?) ([a-z][^`;|\n]*)/g)]
    .map(([, alias, args]) => ({ page, alias: alias!, args: args! }))
    .filter(({ args }) => COMMAND_NAMES.some((name) => args.startsWith(name.split(' ')[0]!)));

const manifests = render('production');

/** @returns the reasons why a command fails in its pod */
function findProblems({ page, alias, args }: Command): string[] {
  const problem = (what: string) => [`${page}: ${alias} ${args}: ${what}`];
  const command = COMMAND_NAMES.find((name) => args === name || args.startsWith(`${name} `));
  if (!command) return problem('is not a command');
  if (alias === ON_A_MACHINE) return [];
  const deployment = ALIASES.get(alias);
  if (!deployment) return problem('no such alias');
  const pod = deploymentPod(manifests, deployment);
  const needs = podNeeds(pod);
  const missing = OPS_NEEDS[command].filter((need) => !needs.includes(need));
  if (missing.length > 0) return problem(`${deployment} does not reach ${missing.join(', ')}`);
  return readConfig(withOperatorValues(podEnvironment(manifests, pod)), OPS_NEEDS[command]).problems.flatMap(problem);
}

describe("a command of the operators' tool in the docs", () => {
  const commands = PAGES.flatMap((page) => findCommands(page));

  it('exists, and runs in a pod that has the settings of the command', () => {
    expect(commands.length).toBeGreaterThan(40);
    expect(commands.flatMap(findProblems)).toEqual([]);
  });

  it.each([
    ['ops reconcile', 'does not reach payments, tokens'],
    ['ops-payments privacy export <id>', 'does not reach storage'],
    ['ops events lisst', 'is not a command'],
    ['ops-tokens privacy delete <id>', 'no such alias'],
  ])('is reported when it would fail: %s', (command, why) => {
    expect(findCommands('a page', `\`${command}\``).flatMap(findProblems)).toEqual([expect.stringContaining(why)]);
  });

  it('is in the table of docs/operations.md', () => {
    const table = readText('docs/operations.md');
    expect(COMMAND_NAMES.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });
});
