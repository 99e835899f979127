import { transformFile } from '@swc/core';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectRoot } from '#sandbox/project-root.ts';

const SWC = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
    target: 'es2023',
    keepClassNames: true,
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
  swcrc: false,
} as const;

/**
 * The folder of the compiled sources, with `backend` and `workers` in it: made once per test run by whichever test file
 * is first, and removed at the end of the run.
 */
export async function compiledSources(): Promise<string> {
  const folder = process.env.TEST_PROGRAMS!;
  if (existsSync(folder)) return folder;
  const root = projectRoot();
  mkdirSync(dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  const imports = { '#backend/*': './backend/src/*', '#workers/*': './workers/src/*' };
  writeFileSync(join(unfinished, 'package.json'), JSON.stringify({ type: 'module', imports }));
  await Promise.all(
    ['backend/src', 'backend/migrations', 'workers/src'].map((part) => compile(root, part, unfinished)),
  );
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // A test file that began at the same time was quicker.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

async function compile(root: string, part: string, out: string): Promise<void> {
  const files = readdirSync(join(root, part), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.spec\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) {
    const target = join(out, relative(root, file)).replace(/\.tsx?$/, '.js');
    mkdirSync(dirname(target), { recursive: true });
    if (!/\.tsx?$/.test(file)) copyFileSync(file, target);
    else writeFileSync(target, (await transformFile(file, SWC)).code);
  }
}
