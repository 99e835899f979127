import { parseArgs } from 'node:util';
import { StartError } from '../sandbox/start-error.ts';

/** What every measuring program takes. */
export interface CommonOptions {
  /** Names of parts, or of Deployments; all of them when not given. */
  only?: string[];
  /** Leaves data and logs behind. */
  keep: boolean;
  /** A file for the figures. */
  json?: string;
}

export interface ClusterOptions extends CommonOptions {
  overlay: string;
}

export interface LoadOptions extends ClusterOptions {
  /** Requests a second. */
  rate: number;
  connections: number;
  /** Begun in a second. */
  purchases: number;
}

/** The default of a number: always the same, or a part of those before it. */
type Default = number | ((before: Record<string, number>) => number);

interface OwnOptions<Numbers extends string, Texts extends string> {
  numbers?: Record<Numbers, Default>;
  texts?: readonly Texts[];
  /** Names that `--only` takes; without it, any. */
  parts?: string[];
}

const COMMON = '[--only NAME,...] [--keep] [--json FILE]';
const text = { type: 'string' } as const;

/**
 * The command line of a measuring program: the common options and its own.
 * @param usage of its own options
 * @throws StartError with the usage when an option is unknown or wrong
 */
export function readOptions<Numbers extends string = never, Texts extends string = never>(
  program: string,
  usage: string,
  { numbers = {} as Record<Numbers, Default>, texts = [], parts }: OwnOptions<Numbers, Texts>,
  args = process.argv.slice(2),
): CommonOptions & Record<Numbers, number> & Partial<Record<Texts, string>> {
  const help = [`usage: npm run ${program} -- ${COMMON}`, usage, parts && `--only: ${parts.join(', ')}`];
  const wrong = (reason: string) => new StartError([reason, ...help].filter(Boolean).join('\n'));
  const { only, json, keep, ...given } = parsed([...Object.keys(numbers), ...texts], args, wrong);
  const names = only?.split(',');
  const unknown = names?.find((name) => !name || (parts && !parts.includes(name)));
  if (unknown !== undefined) throw wrong(`--only: there is no ${unknown || 'empty name'}`);
  const own: Record<string, number> = {};
  for (const [name, usual] of Object.entries<Default>(numbers)) {
    own[name] = Number(given[name] ?? (typeof usual === 'function' ? usual(own) : usual));
    if (given[name] === '' || !(own[name] >= 0 && Number.isFinite(own[name]))) throw wrong(`--${name}: not a number`);
  }
  return {
    ...given,
    ...own,
    keep: keep === true,
    ...(names ? { only: names } : {}),
    ...(json ? { json } : {}),
  } as CommonOptions & Record<Numbers, number> & Partial<Record<Texts, string>>;
}

type Given = Partial<Record<string, string>> & { only?: string; json?: string; keep?: boolean };

function parsed(names: string[], args: string[], wrong: (reason: string) => StartError): Given {
  const own = Object.fromEntries(names.map((name) => [name, text]));
  try {
    return parseArgs({ args, options: { ...own, only: text, json: text, keep: { type: 'boolean' } } }).values as Given;
  } catch (error) {
    throw wrong((error as Error).message);
  }
}

/** The options of a program that puts the Deployments of an overlay under load. */
export function readLoadOptions<Own extends string>(
  program: string,
  usage: string,
  own: Record<Own, Default>,
  args?: string[],
): LoadOptions & Record<Own, number> {
  const numbers = { rate: 200, connections: 50, purchases: 0.5, ...own };
  const options = readOptions(
    program,
    `${usage}\n[--rate 200] [--connections 50] [--purchases 0.5] [--overlay production]; --only: Deployments`,
    { numbers: numbers as Record<keyof typeof numbers, Default>, texts: ['overlay'] as const },
    args,
  );
  if (options.connections < 1) throw new StartError('--connections: at least 1');
  return { ...options, overlay: options.overlay ?? 'production' } as LoadOptions & Record<Own, number>;
}
