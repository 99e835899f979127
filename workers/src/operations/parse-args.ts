import { parseArgs } from 'node:util';
import type { Given, Verb } from './verb.js';
import { VERBS } from './verbs.js';
import { UsageError } from './usage-error.js';

export type ParsedArguments = { verb: Verb; given: Given; help: false } | { verb: Verb | null; help: true };

/** Parses a command line. @throws {UsageError} with the invalid word or option */
export function parseArguments(words: string[]): ParsedArguments {
  const verb = VERBS.find(({ name }) => name.split(' ').every((word, place) => words[place] === word));
  if (!verb) return withoutVerb(words);
  const { values, positionals } = parse(verb, words.slice(verb.name.split(' ').length));
  if (values.help) return { verb, help: true };
  if (positionals.length > verb.operands.length)
    throw new UsageError(`${verb.name}: "${positionals[verb.operands.length]}" is an unexpected operand`);
  const missing = verb.operands[positionals.length];
  if (missing?.startsWith('<')) throw new UsageError(`${verb.name}: ${missing} is missing`);
  const given: Given = {
    operands: positionals,
    text: (option) => (typeof values[option] === 'string' ? values[option] : undefined),
    flag: (option) => values[option] === true,
  };
  return { verb, given, help: false };
}

function withoutVerb(words: string[]): ParsedArguments {
  const given = words.filter((word) => word !== '--help' && word !== '-h' && word !== 'help');
  if (given.length === 0 && words.length > 0) return { verb: null, help: true };
  const names = VERBS.map(({ name }) => name).join(', ');
  if (given.length === 0) throw new UsageError(`A verb is required: ${names}`);
  // The first word of a verb with --help shows the help.
  if (given.length < words.length && VERBS.some(({ name }) => name.startsWith(`${given.join(' ')} `)))
    return { verb: null, help: true };
  throw new UsageError(`Unknown verb "${given.slice(0, 2).join(' ')}". Known verbs: ${names}`);
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
