import { join } from 'node:path';
import type { BuildOptions } from 'rolldown';

/**
 * How rolldown makes programs of the sources themselves, in a fraction of a second: types are left unchecked and packages
 * stay where they are installed. `tools/bundle.ts` makes the programs of production.
 * @param programs file names of the results with the sources that they begin with
 * @param dir where the results are written; inside the project, so that they find the packages
 */
export const fromSource = (root: string, programs: Record<string, string>, dir: string) =>
  ({
    cwd: root,
    input: programs,
    platform: 'node',
    tsconfig: join(root, 'tsconfig.json'),
    resolve: { conditionNames: ['source'], extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
    // The helpers for decorators are the compiler's own.
    external: /^(?!@oxc-project\/)[\w@]/,
    treeshake: false,
    output: {
      dir,
      format: 'esm',
      keepNames: true,
      strictExecutionOrder: true,
      sourcemap: true,
      chunkFileNames: '[name].js',
    },
  }) satisfies BuildOptions;
