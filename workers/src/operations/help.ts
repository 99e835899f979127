import type { Verb } from './verb.js';
import { VERBS } from './verbs.js';

const CALL = 'npm run ops --';

const usageOf = ({ name, operands }: Verb) => [name, ...operands].join(' ');

const table = (rows: [string, string][]) => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

/** What the tool says about one verb, or about itself. */
export function help(verb: Verb | null): string {
  if (!verb) {
    return [
      `Usage: ${CALL} <verb> [options]   (in the image: node dist/programs/ops.js <verb>)`,
      '',
      table(VERBS.map((one) => [usageOf(one), one.about])),
      '',
      `${CALL} <verb> --help says more. Exit codes: 0 done, 1 not done, 2 not understood.`,
    ].join('\n');
  }
  const options = Object.entries({ ...verb.options, help: { about: 'Show this' } }).map(
    ([name, option]): [string, string] => [`--${name}${'value' in option ? ` ${option.value}` : ''}`, option.about],
  );
  return [`Usage: ${CALL} ${usageOf(verb)} [options]`, '', verb.about, '', table(options)].join('\n');
}
