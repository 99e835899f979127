import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What an image adds to a container, as its stage of the Dockerfile says. */
export interface Image {
  command: string[];
  env: Record<string, string>;
  stopSignal: NodeJS.Signals;
}

/** @param stage one that names its CMD itself @throws Error when there is no such stage */
export function readImage(root: string, stage: string): Image {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ').split('\n');
  const first = lines.findIndex((line) => new RegExp(`^FROM .+ AS ${stage}$`).test(line));
  if (first < 0) throw new Error(`the Dockerfile has no stage ${stage}`);
  const following = lines.findIndex((line, at) => at > first && line.startsWith('FROM '));
  const own = lines.slice(first + 1, following < 0 ? undefined : following);
  const valuesOf = (word: string) =>
    own.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const env = valuesOf('ENV').flatMap((line) => [...line.matchAll(/([A-Z_]+)=(?:'([^']*)'|"([^"]*)"|(\S*))/g)]);
  return {
    command: JSON.parse(valuesOf('CMD').at(-1) ?? '[]') as string[],
    env: Object.fromEntries(
      env.map(([, name, ...values]) => [name!, values.find((value) => value !== undefined) ?? '']),
    ),
    stopSignal: (valuesOf('STOPSIGNAL').at(-1) ?? 'SIGTERM') as NodeJS.Signals,
  };
}
