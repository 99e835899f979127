import { existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { Argument, program } from 'commander';
import { type Plugin, rolldown, type RolldownLog } from 'rolldown';
import { PROGRAMS } from './programs.ts';

/*
 * Bundles each program into <folder>/programs, from the compiled sources in <folder> and the packages that the program uses.
 * A bundled program starts in less than half the time (docs/decisions/19-programs-are-bundled.md).
 */

/** Packages that are not bundled: they contain machine code, load their own files, or must be loaded only once. */
const EXTERNAL = [
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
const UNUSED_OPTIONAL = [
  '@fastify/multipart',
  '@nestjs/microservices',
  '@nestjs/platform-express',
  '@nestjs/websockets',
];

/**
 * `plainRequire` removes this line of @nestjs/mapped-types, because the `require` of the line loads class-validator a second
 * time.
 */
const CREATES_REQUIRE = 'const require = createRequire(import.meta.url);\n';
const plainRequire: Plugin = {
  name: 'plain-require',
  transform: {
    filter: { id: /@nestjs\/mapped-types\/dist\/type-helpers\.utils\.js$/ },
    handler(code) {
      if (!code.includes(CREATES_REQUIRE)) this.error('@nestjs/mapped-types no longer uses createRequire');
      return { code: code.replace(CREATES_REQUIRE, ''), map: null };
    },
  },
};

/** Selects the production build of React, because the development build checks each element of each mail. */
const fastReact: Plugin = {
  name: 'fast-react',
  transform: {
    filter: { id: /node_modules\/react(-dom)?\// },
    handler: (code) => ({ code: code.replaceAll('process.env.NODE_ENV', "'production'"), map: null }),
  },
};

/** Milliseconds for which the chunks of previous builds are kept, because a program that still runs can load its chunks. */
const KEEP_CHUNKS_MS = 7 * 24 * 60 * 60_000;

/**
 * Bundles the programs, and replaces the previous ones when all new ones are written.
 * @throws {Error} with the warnings of the bundler, e.g. an unresolved import
 */
export async function bundle(folder: string, names: string[]): Promise<void> {
  const input = Object.fromEntries(names.map((name) => [name, join(folder, `${PROGRAMS[name]}.js`)]));
  const problems: string[] = [];
  const programs = await rolldown({
    input,
    platform: 'node',
    external: [...EXTERNAL, ...UNUSED_OPTIONAL].map((name) => new RegExp(`^${name}(/|$)`)),
    plugins: [plainRequire, fastReact],
    onLog: (level, log) => {
      if (level === 'warn' && !isHarmless(log)) problems.push(log.message);
    },
  });
  const out = join(folder, 'programs');
  const unfinished = `${out}.${process.pid}`;
  try {
    // `keepNames`, because MikroORM, Nest and the log use the names of classes.
    await programs.write({ dir: unfinished, format: 'esm', keepNames: true, strictExecutionOrder: true });
    await programs.close();
    for (const name of EXTERNAL)
      if (!findPackageJSON(name, pathToFileURL(join(out, 'api.js'))))
        problems.push(`${name} is not installed at the top level of node_modules.`);
    if (problems.length > 0) throw new Error(problems.map(stripVTControlCharacters).join('\n'));
    replace(out, unfinished);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function replace(out: string, next: string): void {
  const previous = `${next}.before`;
  if (existsSync(out)) {
    for (const file of readdirSync(out)) {
      const isOld = statSync(join(out, file)).mtimeMs < Date.now() - KEEP_CHUNKS_MS;
      if (!isOld && !existsSync(join(next, file))) linkSync(join(out, file), join(next, file));
    }
    renameSync(out, previous);
  }
  renameSync(next, out);
  rmSync(previous, { recursive: true, force: true });
}

/** Bull Board uses `eval` only to find its pages when no path is set, and the shop sets one. */
const isHarmless = ({ code, id }: RolldownLog) => code === 'EVAL' && id?.includes('/@bull-board/api/');

if (import.meta.main) {
  await program
    .name('node tools/bundle.ts')
    .description('Bundles the programs for production.')
    .argument('<folder>', 'folder of the compiled sources')
    .addArgument(new Argument('[programs...]').choices(Object.keys(PROGRAMS)).default(Object.keys(PROGRAMS), 'all'))
    .action((folder: string, names: string[]) => bundle(resolve(folder), names))
    .parseAsync();
}
