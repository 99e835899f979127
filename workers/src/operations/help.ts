import type { Verb } from './verb.js';
import { VERBS } from './verbs.js';

const PROGRAM = 'npm run ops --';

const usageOf = ({ name, operands }: Verb) => [name, ...operands].join(' ');

const table = (rows: [string, string][]) => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

/** Help text of one verb, or of the tool. */
export function help(verb: Verb | null): string {
  if (!verb) {
    return [
      `Usage: ${PROGRAM} <verb> [options]   (in the image: node dist/programs/ops.js <verb>)`,
      '',
      table(VERBS.map((one) => [usageOf(one), one.about])),
      '',
      `${PROGRAM} <verb> --help shows details. Exit codes: 0 done, 1 failed, 2 invalid arguments.`,
    ].join('\n');
  }
  const options = Object.entries({ ...verb.options, help: { about: 'Show this' } }).map(
    ([name, option]): [string, string] => [`--${name}${'value' in option ? ` ${option.value}` : ''}`, option.about],
  );
  return [`Usage: ${PROGRAM} ${usageOf(verb)} [options]`, '', verb.about, '', table(options)].join('\n');
}
