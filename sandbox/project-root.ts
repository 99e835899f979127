import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The directory of the root package.json, found upwards from where the process was started.
 * Not from this file's own address: Jest compiles it to CommonJS, where import.meta does not exist.
 */
export function projectRoot(): string {
  for (let directory = process.cwd(); ; directory = dirname(directory)) {
    if (existsSync(join(directory, 'package.json'))) return directory;
    if (directory === dirname(directory)) throw new Error('Start this inside the project directory');
  }
}
