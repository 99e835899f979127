import { Command, InvalidArgumentError } from 'commander';

/** Options of every measuring program. */
export interface CommonOptions {
  /** Names of parts or Deployments; all of them by default. */
  only?: string[];
  keep: boolean;
  json?: string;
}

export interface LoadOptions extends CommonOptions {
  overlay: string;
  /** Requests per second. */
  rate: number;
  connections: number;
  /** Purchases started per second. */
  purchases: number;
}

/** @param parts names that `--only` accepts; all names without it */
export const measuringProgram = (name: string, description: string, parts?: string[]): Command =>
  new Command(`npm run ${name} --`)
    .description(description)
    .option(
      '--only <names>',
      parts ? `only these parts: ${parts.join(',')}` : 'only these Deployments',
      parseNames(parts),
    )
    .option('--keep', 'keep data and logs', false)
    .option('--json <file>', 'write the figures to this file')
    .showHelpAfterError()
    .addHelpText('after', '\nExit codes: 0 done, 1 failed, or a problem was found, 130 interrupted.');

/** A program that puts the Deployments of an overlay under load. */
export const loadProgram = (name: string, description: string): Command =>
  measuringProgram(name, description)
    .option('--overlay <name>', 'overlay in k8s/overlays', 'production')
    .option('--rate <n>', 'requests per second', numberFrom(0), 200)
    .option('--connections <n>', 'open connections', numberFrom(1), 50)
    .option('--purchases <n>', 'purchases started per second', numberFrom(0), 0.5);

export const numberFrom = (least: number) => (text: string) => {
  const value = Number(text);
  if (text === '' || !(value >= least && Number.isFinite(value)))
    throw new InvalidArgumentError(`It is not a number from ${least}.`);
  return value;
};

const parseNames = (parts?: string[]) => (text: string) => {
  const names = text.split(',');
  const unknown = names.find((name) => !name || (parts && !parts.includes(name)));
  if (unknown !== undefined) throw new InvalidArgumentError(unknown ? `There is no ${unknown}.` : 'A name is empty.');
  return names;
};
