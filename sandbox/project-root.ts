import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Searches upwards from the working directory, because Jest compiles this file to CommonJS, which has no import.meta.
 * @returns the directory of the nearest package.json
 */
export function projectRoot(): string {
  for (let directory = process.cwd(); ; directory = dirname(directory)) {
    if (existsSync(join(directory, 'package.json'))) return directory;
    if (directory === dirname(directory)) throw new Error('The working directory is not inside the project');
  }
}
