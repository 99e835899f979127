import { build, type BuildOptions } from './build.ts';
import type { ProcessGroup } from './process/process-group.ts';
import type { ProgramOptions } from './process/program.ts';

/** Where the programs of the shop come from, and how those that stay are started. */
export interface ProgramsToRun {
  prepare(options: BuildOptions & { dataDir: string }): Promise<void>;
  /** @returns the file of a program of `tools/programs.ts` */
  file(name: string): string;
  start(group: ProcessGroup, name: 'api' | 'workers', options: ProgramOptions): void;
}

/** Those of `npm start`: built as for production. A program that ends is a failure of the shop. */
export const builtPrograms: ProgramsToRun = {
  prepare: build,
  file: (name) => `dist/programs/${name}.js`,
  start: (group, _name, options) => void group.start(options),
};
