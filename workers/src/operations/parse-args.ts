import { parseArgs } from 'node:util';
import type { Given, Verb } from './verb.js';
import { VERBS } from './verbs.js';
import { UsageError } from './usage-error.js';

export type Understood = { verb: Verb; given: Given; help: false } | { verb: Verb | null; help: true };

/** Reads a command line. @throws WrongUsage naming the word or the option that is wrong */
export function parseArguments(words: string[]): Understood {
  const verb = VERBS.find(({ name }) => name.split(' ').every((word, place) => words[place] === word));
  if (!verb) return withoutVerb(words);
  const { values, positionals } = parse(verb, words.slice(verb.name.split(' ').length));
  if (values.help) return { verb, help: true };
  if (positionals.length > verb.operands.length)
    throw new UsageError(`${verb.name}: "${positionals[verb.operands.length]}" is one word too many`);
  const missing = verb.operands[positionals.length];
  if (missing?.startsWith('<')) throw new UsageError(`${verb.name}: ${missing} is missing`);
  const given: Given = {
    operands: positionals,
    text: (option) => (typeof values[option] === 'string' ? values[option] : undefined),
    flag: (option) => values[option] === true,
  };
  return { verb, given, help: false };
}

function withoutVerb(words: string[]): Understood {
  const said = words.filter((word) => word !== '--help' && word !== '-h' && word !== 'help');
  if (said.length === 0 && words.length > 0) return { verb: null, help: true };
  const names = VERBS.map(({ name }) => name).join(', ');
  if (said.length === 0) throw new UsageError(`No verb was given. There are ${names}`);
  // Half a name with --help is a question.
  if (said.length < words.length && VERBS.some(({ name }) => name.startsWith(`${said.join(' ')} `)))
    return { verb: null, help: true };
  throw new UsageError(`There is no verb "${said.slice(0, 2).join(' ')}". There are ${names}`);
}

function parse({ name, options }: Verb, args: string[]) {
  const types = Object.entries(options).map(([option, { value }]) => [
    option,
    { type: value ? ('string' as const) : ('boolean' as const) },
  ]);
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { ...Object.fromEntries(types), help: { type: 'boolean', short: 'h' } } as Record<
        string,
        { type: 'string' | 'boolean'; short?: string }
      >,
    });
  } catch (error) {
    const [first] = (error as Error).message.split(/\. |\n/);
    throw new UsageError(`${name}: ${first}`);
  }
}
