import { build, type BuildOptions } from './build.ts';
import type { ProcessGroup } from './process/process-group.ts';
import type { ProgramOptions } from './process/program.ts';

/** Provides and starts the programs of the shop. */
export interface ProgramSource {
  prepare(options: BuildOptions & { dataDir: string }): Promise<void>;
  /** @returns the file of a program of `tools/programs.ts` */
  file(name: string): string;
  start(group: ProcessGroup, name: 'api' | 'workers', options: ProgramOptions): void;
}

/** The programs of `npm start`, built as for production. If one of them ends, the whole shop stops with an error. */
export const builtPrograms: ProgramSource = {
  prepare: build,
  file: (name) => `dist/programs/${name}.js`,
  start: (group, _name, options) => void group.start(options),
};
