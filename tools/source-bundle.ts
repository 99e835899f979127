import { join } from 'node:path';
import type { BuildOptions } from 'rolldown';

/**
 * Options of rolldown that bundle programs from source, without a type check and without packages. `tools/bundle.ts` bundles
 * for production.
 * @param programs entry files by name of the result
 * @param dir folder of the results, inside the project, so that they find the packages
 */
export const fromSource = (root: string, programs: Record<string, string>, dir: string) =>
  ({
    cwd: root,
    input: programs,
    platform: 'node',
    tsconfig: join(root, 'tsconfig.json'),
    resolve: { conditionNames: ['source'], extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
    // Only the compiler's helpers for decorators are bundled.
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
