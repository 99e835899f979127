import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPS_NEEDS } from '#backend/platform/config/needs.js';
import { environmentOf, filledIn, needsOf, read } from './support/environment.js';
import { podOf } from './support/pods.js';
import { render, ROOT } from './support/render.js';

type VerbName = keyof typeof OPS_NEEDS;

/** The command on a machine with the environment of the shop, which has all settings. */
const MACHINE = 'npm run ops --';

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const PAGES = [
  ...readdirSync(join(ROOT, 'docs/runbooks')).map((name) => `docs/runbooks/${name}`),
  'docs/operations.md',
];
const ALIASES = new Map(
  [...textOf('docs/runbooks/README.md').matchAll(/^alias (ops[\w-]*)='kubectl .* exec deploy\/([\w-]+) /gm)].map(
    ([, alias, deployment]) => [alias!, deployment!] as const,
  ),
);
const NAMES = Object.keys(OPS_NEEDS).toSorted((a, b) => b.length - a.length) as VerbName[];

interface Command {
  page: string;
  alias: string;
  words: string;
}

/** @returns all commands of a page: `ops …`, another alias, or the command on a machine */
const commandsIn = (page: string, text = textOf(page)): Command[] =>
  [...text.matchAll(/(?<![\w/-])(npm run ops --|ops(?:-[a-z]+)?) ([a-z][^`;|\n]*)/g)]
    .map(([, alias, words]) => ({ page, alias: alias!, words: words! }))
    .filter(({ words }) => NAMES.some((name) => words.startsWith(name.split(' ')[0]!)));

const manifests = render('production');

/** @returns the reasons why a command fails in its pod */
function problemsOf({ page, alias, words }: Command): string[] {
  const problem = (what: string) => [`${page}: ${alias} ${words}: ${what}`];
  const verb = NAMES.find((name) => words === name || words.startsWith(`${name} `));
  if (!verb) return problem('is no command');
  if (alias === MACHINE) return [];
  const deployment = ALIASES.get(alias);
  if (!deployment) return problem('no such alias');
  const pod = podOf(manifests, deployment);
  const needs = needsOf(pod);
  const missing = OPS_NEEDS[verb].filter((need) => !needs.includes(need));
  if (missing.length > 0) return problem(`${deployment} does not reach ${missing.join(', ')}`);
  return read(filledIn(environmentOf(manifests, pod)), OPS_NEEDS[verb]).problems.flatMap(problem);
}

describe("a command of the operators' tool in the docs", () => {
  const commands = PAGES.flatMap((page) => commandsIn(page));

  it('has its settings in its pod', () => {
    expect(commands.length).toBeGreaterThan(40);
    expect(commands.flatMap(problemsOf)).toEqual([]);
  });

  it.each([
    ['ops reconcile', 'does not reach payments, tokens'],
    ['ops-payments privacy export <id>', 'does not reach storage'],
    ['ops events lisst', 'is no command'],
    ['ops-tokens privacy delete <id>', 'no such alias'],
  ])('is reported when it would fail: %s', (command, why) => {
    expect(commandsIn('a page', `\`${command}\``).flatMap(problemsOf)).toEqual([expect.stringContaining(why)]);
  });

  it('is in the table of commands', () => {
    const table = textOf('docs/operations.md');
    expect(NAMES.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });
});
