import { parseArgs } from 'node:util';
import { StartError } from '../../sandbox/start-error.ts';

export interface ClusterArguments {
  overlay: string;
  /** Names of Deployments; all of them when not given. */
  only?: string[];
  /** Leaves data and logs behind. */
  keep: boolean;
}

export interface LoadArguments extends ClusterArguments {
  /** Requests a second. */
  rate: number;
  connections: number;
  /** Begun in a second. */
  purchases: number;
}

/** What a number is when it is not given: always the same, or a part of those before it. */
type Usual = number | ((before: Record<string, number>) => number);

/**
 * The command line of a program that puts a cluster under load; `own` are the numbers that only this program has.
 * @throws StartError with the usage when a number is none
 */
export function readArguments<Own extends string>(
  usage: string,
  own: Record<Own, Usual>,
): LoadArguments & Record<Own, number> {
  const usual: Record<string, Usual> = { rate: 200, connections: 50, purchases: 0.5, ...own };
  const texts = [...Object.keys(usual), 'overlay', 'only'].map((name) => [name, { type: 'string' as const }]);
  const { values } = parseArgs({ options: { ...Object.fromEntries(texts), keep: { type: 'boolean' } } });
  const {
    overlay = 'production',
    only,
    keep = false,
    ...given
  } = values as Partial<Record<string, string>> & { keep?: boolean };
  const numbers: Record<string, number> = {};
  for (const [name, value] of Object.entries(usual)) {
    numbers[name] = Number(given[name] ?? (typeof value === 'function' ? value(numbers) : value));
  }
  const load = numbers as Record<Own | 'rate' | 'connections' | 'purchases', number>;
  const sound =
    Object.values(numbers).every((one) => one >= 0 && Number.isFinite(one)) && !Object.values(given).includes('');
  if (!sound || load.connections < 1) throw new StartError(usage);
  return { ...load, overlay, keep, ...(only ? { only: only.split(',') } : {}) };
}
