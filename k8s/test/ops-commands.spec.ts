import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPS_NEEDS } from '#backend/platform/config/needs.js';
import { VERBS } from '#workers/operations/verbs.js';
import { environmentOf, filledIn, needsOf, read } from './support/environment.js';
import { podOf } from './support/pods.js';
import { render, ROOT } from './support/render.js';

type VerbName = keyof typeof OPS_NEEDS;

/** The command on a machine with the environment of the shop: nothing is missing there. */
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

interface Said {
  page: string;
  alias: string;
  words: string;
}

/** Every place of a page that says what to type: `ops …`, an alias with a need, or the command on a machine. */
const saidIn = (page: string, text = textOf(page)): Said[] =>
  [...text.matchAll(/(?<![\w/-])(npm run ops --|ops(?:-[a-z]+)?) ([a-z][^`;|\n]*)/g)]
    .map(([, alias, words]) => ({ page, alias: alias!, words: words! }))
    .filter(({ words }) => NAMES.some((name) => words.startsWith(name.split(' ')[0]!)));

const manifests = render('production');

/** Why a command cannot do its work where a page has it typed; nothing when it can. */
function wrongWith({ page, alias, words }: Said): string[] {
  const complain = (what: string) => [`${page}: ${alias} ${words}: ${what}`];
  const verb = NAMES.find((name) => words === name || words.startsWith(`${name} `));
  if (!verb) return complain('is no command');
  if (alias === MACHINE) return [];
  const deployment = ALIASES.get(alias);
  if (!deployment) return complain('no such alias');
  const pod = podOf(manifests, deployment);
  const needs = needsOf(pod);
  const missing = OPS_NEEDS[verb].filter((need) => !needs.includes(need));
  if (missing.length > 0) return complain(`${deployment} does not reach ${missing.join(', ')}`);
  return read(filledIn(environmentOf(manifests, pod)), OPS_NEEDS[verb]).problems.flatMap(complain);
}

describe('a command of the operators that a page names', () => {
  const said = PAGES.flatMap((page) => saidIn(page));

  it('has in its pod what it needs', () => {
    expect(said.length).toBeGreaterThan(40);
    expect(said.flatMap(wrongWith)).toEqual([]);
  });

  it.each([
    ['ops reconcile', 'does not reach payments, tokens'],
    ['ops-payments privacy export <id>', 'does not reach storage'],
    ['ops events lisst', 'is no command'],
    ['ops-tokens privacy delete <id>', 'no such alias'],
  ])('is noticed when it cannot be done: %s', (command, why) => {
    expect(saidIn('a page', `\`${command}\``).flatMap(wrongWith)).toEqual([expect.stringContaining(why)]);
  });

  it('is in the table of verbs, with all others', () => {
    const table = textOf('docs/operations.md');
    expect(VERBS.map(({ name }) => name).filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });
});
