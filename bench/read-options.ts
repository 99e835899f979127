import { Command, InvalidArgumentError } from 'commander';

/** Options of every program in `bench`. */
export interface CommonOptions {
  /** Names of the parts to measure, or of the Deployments to start; default: all. */
  only?: string[];
  /** True to keep data and logs after the end. */
  keep: boolean;
  /** Path of the file to which the figures are written as JSON; default: the figures are only printed. */
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

/** Declares the common options. @param parts the names that `--only` accepts; if undefined, `--only` accepts every name */
export const measuringCommand = (name: string, description: string, parts?: string[]): Command =>
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
    .addHelpText('after', '\nExit codes: 0 no problem, 1 failed or found a problem, 130 interrupted.');

/** Declares the options of a program that puts the Deployments of an overlay under load. */
export const loadTestCommand = (name: string, description: string): Command =>
  measuringCommand(name, description)
    .option('--overlay <name>', 'overlay in k8s/overlays', 'production')
    .option('--rate <n>', 'requests per second', numberFrom(0), 200)
    .option('--connections <n>', 'open connections', numberFrom(1), 50)
    .option('--purchases <n>', 'purchases started per second', numberFrom(0), 0.5);

export const numberFrom = (minimum: number) => (text: string) => {
  const value = Number(text);
  if (text === '' || !(value >= minimum && Number.isFinite(value)))
    throw new InvalidArgumentError(`It must be a number and at least ${minimum}.`);
  return value;
};

const parseNames = (parts?: string[]) => (text: string) => {
  const names = text.split(',');
  const unknown = names.find((name) => !name || (parts && !parts.includes(name)));
  if (unknown !== undefined)
    throw new InvalidArgumentError(unknown ? `There is no part ${unknown}.` : 'A name is empty.');
  return names;
};
