import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** @returns the compiler's file for Node: the native compiler if installed, which is five times as fast with the same output */
export function typescriptCompiler(root: string): string {
  const native = existsSync(join(root, `node_modules/@typescript/typescript-${process.platform}-${process.arch}`));
  return `node_modules/${native ? 'typescript7' : 'typescript'}/bin/tsc`;
}
