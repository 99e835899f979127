import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The settings of an image. */
export interface Image {
  command: string[];
  env: Record<string, string>;
  stopSignal: NodeJS.Signals;
}

/**
 * Reads the settings of an image from its stage in the Dockerfile.
 * @param stage the name of a stage with its own CMD
 * @throws {Error} when the Dockerfile has no such stage
 */
export function readImage(root: string, stage: string): Image {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ').split('\n');
  const stageStart = lines.findIndex((line) => new RegExp(`^FROM .+ AS ${stage}$`).test(line));
  if (stageStart < 0) throw new Error(`the Dockerfile has no stage ${stage}`);
  const nextStage = lines.findIndex((line, index) => index > stageStart && line.startsWith('FROM '));
  const stageLines = lines.slice(stageStart + 1, nextStage < 0 ? undefined : nextStage);
  const instructionValues = (word: string) =>
    stageLines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const env = instructionValues('ENV').flatMap((line) => [
    ...line.matchAll(/([A-Z_]+)=(?:'([^']*)'|"([^"]*)"|(\S*))/g),
  ]);
  return {
    command: JSON.parse(instructionValues('CMD').at(-1) ?? '[]') as string[],
    env: Object.fromEntries(
      env.map(([, name, ...values]) => [name!, values.find((value) => value !== undefined) ?? '']),
    ),
    stopSignal: (instructionValues('STOPSIGNAL').at(-1) ?? 'SIGTERM') as NodeJS.Signals,
  };
}
