import { transformFile } from '@swc/core';
import { execFile } from 'node:child_process';
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
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { takeLock } from '#sandbox/process/lock-file.ts';
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
 * Bundles the programs from the current sources, once per test run. stop-shared.ts removes them at the end of the run.
 * @returns the folder of the programs
 */
export async function bundledPrograms(): Promise<string> {
  const folder = process.env.TEST_PROGRAMS!;
  mkdirSync(dirname(folder), { recursive: true });
  const lock = await waitForLock(`${folder}.lock`);
  try {
    if (!existsSync(folder)) await bundle(folder);
  } finally {
    lock.release();
  }
  return join(folder, 'programs');
}

/** A lock file, because concurrent test files are separate processes. */
async function waitForLock(file: string) {
  for (;;) {
    const lock = await takeLock(file, '');
    if ('release' in lock) return lock;
    await pause(100);
  }
}

async function bundle(folder: string): Promise<void> {
  const root = projectRoot();
  const unfinished = mkdtempSync(`${folder}-`);
  try {
    const imports = { '#backend/*': './backend/src/*', '#workers/*': './workers/src/*' };
    writeFileSync(join(unfinished, 'package.json'), JSON.stringify({ type: 'module', imports }));
    await Promise.all(
      ['backend/src', 'backend/migrations', 'workers/src'].map((part) => compile(root, part, unfinished)),
    );
    const args = [
      join(root, 'tools/bundle.ts'),
      unfinished,
      'api',
      'workers',
      'ops',
      'migrate',
      'launch',
      'prepare-process',
      're-encode-process',
    ];
    await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH } });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
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
