import { existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { Argument, program } from 'commander';
import { type Plugin, rolldown, type RolldownLog } from 'rolldown';
import { PROGRAMS } from './programs.ts';

/*
 * Writes the programs into <folder>/programs, each with the compiled sources in <folder> and the packages that it needs. A
 * bundle starts in less than half the time (docs/decisions/19-programs-are-bundled.md).
 */

/** Packages that are not bundled: machine code, packages that load their own files, and those that must exist only once. */
const OUTSIDE = [
  '@hyzyla/pdfium',
  '@neslinesli93/qpdf-wasm',
  '@node-rs/argon2',
  'koffi',
  'msgpackr',
  'pino',
  'reflect-metadata',
  'sharp',
];

/** Optional packages of Nest that the shop does not use. */
const NOT_INSTALLED = ['@fastify/multipart', '@nestjs/microservices', '@nestjs/platform-express', '@nestjs/websockets'];

/** Replaces `createRequire`, which would load class-validator a second time. */
const MAKES_ITS_REQUIRE = 'const require = createRequire(import.meta.url);\n';
const plainRequire: Plugin = {
  name: 'plain-require',
  transform: {
    filter: { id: /@nestjs\/mapped-types\/dist\/type-helpers\.utils\.js$/ },
    handler(code) {
      if (!code.includes(MAKES_ITS_REQUIRE)) this.error('@nestjs/mapped-types no longer uses createRequire');
      return { code: code.replace(MAKES_ITS_REQUIRE, ''), map: null };
    },
  },
};

/** Uses the production build of React: the development build checks each element of each mail. */
const fastReact: Plugin = {
  name: 'fast-react',
  transform: {
    filter: { id: /node_modules\/react(-dom)?\// },
    handler: (code) => ({ code: code.replaceAll('process.env.NODE_ENV', "'production'"), map: null }),
  },
};

/** Milliseconds. A running program still finds the chunks that it loads later. */
const KEEP_PARTS = 7 * 24 * 60 * 60_000;

/**
 * Keeps the previous programs until all new ones are written.
 * @throws {Error} with the warnings of the bundler, e.g. an unresolved import
 */
export async function bundle(folder: string, names: string[]): Promise<void> {
  const input = Object.fromEntries(names.map((name) => [name, join(folder, `${PROGRAMS[name]}.js`)]));
  const complaints: string[] = [];
  const programs = await rolldown({
    input,
    platform: 'node',
    external: [...OUTSIDE, ...NOT_INSTALLED].map((name) => new RegExp(`^${name}(/|$)`)),
    plugins: [plainRequire, fastReact],
    onLog: (level, log) => {
      if (level === 'warn' && !isHarmless(log)) complaints.push(log.message);
    },
  });
  const out = join(folder, 'programs');
  const unfinished = `${out}.${process.pid}`;
  try {
    // Entities, providers of Nest and log contexts use the names of classes.
    await programs.write({ dir: unfinished, format: 'esm', keepNames: true, strictExecutionOrder: true });
    await programs.close();
    for (const name of OUTSIDE)
      if (!findPackageJSON(name, pathToFileURL(join(out, 'api.js'))))
        complaints.push(`${name} is not installed at the top level.`);
    if (complaints.length > 0) throw new Error(complaints.map(stripVTControlCharacters).join('\n'));
    replace(out, unfinished);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function replace(out: string, by: string): void {
  const before = `${by}.before`;
  if (existsSync(out)) {
    for (const file of readdirSync(out)) {
      const isOld = statSync(join(out, file)).mtimeMs < Date.now() - KEEP_PARTS;
      if (!isOld && !existsSync(join(by, file))) linkSync(join(out, file), join(by, file));
    }
    renameSync(out, before);
  }
  renameSync(by, out);
  rmSync(before, { recursive: true, force: true });
}

/** Bull Board uses `eval` to find its pages when no path is set. */
const isHarmless = ({ code, id }: RolldownLog) => code === 'EVAL' && id?.includes('/@bull-board/api/');

if (import.meta.main) {
  await program
    .name('node tools/bundle.ts')
    .description('Writes the programs of production.')
    .argument('<folder>', 'folder of the compiled sources')
    .addArgument(new Argument('[programs...]').choices(Object.keys(PROGRAMS)).default(Object.keys(PROGRAMS), 'all'))
    .action((folder: string, names: string[]) => bundle(resolve(folder), names))
    .parseAsync();
}
