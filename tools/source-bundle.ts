import { join } from 'node:path';
import type { BuildOptions } from 'rolldown';

/**
 * Options with which rolldown bundles programs from source for development and tests, without a type check and without the
 * packages. `tools/bundle.ts` bundles for production.
 * @param programs the entry file of each program, by name
 * @param dir the output folder; it must be inside the project, so that the programs find the packages
 */
export const sourceBundleOptions = (root: string, programs: Record<string, string>, dir: string) =>
  ({
    cwd: root,
    input: programs,
    platform: 'node',
    tsconfig: join(root, 'tsconfig.json'),
    resolve: { conditionNames: ['source'], extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
    // All packages stay external, except the compiler's helpers for decorators.
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
