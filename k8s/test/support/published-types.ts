import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { typescriptCompiler } from '#sandbox/typescript-compiler.ts';
import { type Manifest, manifestName } from './manifest.js';
import { ROOT } from './render.js';

/** @returns the package that publishes the type of a kind, or null */
function typePackage({ apiVersion, kind }: Manifest): string | null {
  const group = apiVersion.split('/')[0] ?? '';
  if (group === 'external-secrets.io') return null;
  if (group.endsWith('keda.sh')) return `@kubernetes-models/keda/${apiVersion}/${kind}`;
  if (group.endsWith('coreos.com')) return `@kubernetes-models/prometheus-operator/${apiVersion}/${kind}`;
  return `kubernetes-models/${apiVersion}/${kind}`;
}

/** A program that validates manifests with the published schemas and prints wrong and missing values. */
const VALIDATE = `
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  const problems = [];
  for (const [module, manifest] of JSON.parse(text)) {
    const found = await import(module);
    try {
      new found[manifest.kind](manifest).validate();
    } catch (error) {
      problems.push(manifest.kind + ' ' + manifest.metadata.name + ': ' + error.message);
    }
  }
  console.log(JSON.stringify(problems));`;

/** @returns one line for each manifest with a wrong or missing value */
export async function findWrongValues(manifests: Manifest[]): Promise<string[]> {
  const typedManifests = manifests.flatMap((manifest) => {
    const module = typePackage(manifest);
    return module ? [[module, manifest]] : [];
  });
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', VALIDATE], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  run.child.stdin?.end(JSON.stringify(typedManifests));
  return JSON.parse((await run).stdout) as string[];
}

/** @returns the compiler's errors for fields that the published types do not have */
export async function findUnknownFields(manifests: Manifest[]): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'manifests-'));
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
    const project = join(directory, 'k8s');
    mkdirSync(project);
    const files = manifests.map((manifest, index) => {
      const module = typePackage(manifest) ?? join(ROOT, 'k8s/test/support/manifest.js');
      const type = typePackage(manifest) ? `I${manifest.kind}` : manifest.kind;
      const file = `${index}.mts`;
      const text = `import type { ${type} } from '${module}';\nexport const manifest: ${type} = ${JSON.stringify(manifest, null, 1)};\n`;
      writeFileSync(join(project, file), text);
      return file;
    });
    const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, module: 'nodenext', types: [] };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const args = [typescriptCompiler(ROOT), '-p', project, '--pretty', 'false'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT }).catch(
      (error: { stdout: string }) => error,
    );
    return stdout
      .split('\n')
      .filter((line) => line.includes('error TS'))
      .map((line) =>
        line.replace(
          /^.*?(\d+)\.mts\((\d+).*?error TS\d+: /,
          (_, index: string) => `${manifestName(manifests[Number(index)]!)}: `,
        ),
      );
  } finally {
    rmSync(directory, { recursive: true });
  }
}
