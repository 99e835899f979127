import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

export const ROOT = resolve(__dirname, '../../..');
const CONFIG = join(ROOT, '.dependency-cruiser.cjs');
const FOLDERS = ['backend', 'workers', 'storefront/src', 'sandbox', 'tools', 'bench', 'e2e', 'k8s'];

interface Cruise {
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] };
}

/**
 * Checks every import of a directory tree with the layout of this project.
 * @returns the number of checked files, and one line per violation: `rule: from → to`
 */
export async function brokenImportRules(tree: string): Promise<{ files: number; broken: string[] }> {
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, '--config', CONFIG, '--output-type', 'json', ...FOLDERS],
    { cwd: tree, maxBuffer: 100 * 1024 * 1024 },
  );
  const { totalCruised, violations } = (JSON.parse(stdout) as Cruise).summary;
  return { files: totalCruised, broken: violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`) };
}

export function importRules(): string[] {
  const { forbidden } = createRequire(__filename)(CONFIG) as { forbidden: { name: string }[] };
  return forbidden.map(({ name }) => name);
}
