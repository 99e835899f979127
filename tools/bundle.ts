import { existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { Argument, program } from 'commander';
import { type Plugin, rolldown, type RolldownLog } from 'rolldown';
import { PROGRAMS } from './programs.ts';

/*
 * `node tools/bundle.ts <folder> [program …]` writes the programs into <folder>/programs, each with what it needs of the
 * compiled sources in <folder> and of the packages: a program starts in less than half the time when Node does not have to
 * find a thousand files and more (docs/decisions/19-programs-are-bundled.md).
 */

/** Stay where they are installed: what is machine code, finds its own files, or must exist once for everybody. */
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

/** Belong to abilities of Nest that the shop does not use; they are not installed. */
const NOT_INSTALLED = ['@fastify/multipart', '@nestjs/microservices', '@nestjs/platform-express', '@nestjs/websockets'];

/** As an ordinary `require` is bundled: by way of `createRequire` a second copy of class-validator would be loaded. */
const MAKES_ITS_REQUIRE = 'const require = createRequire(import.meta.url);\n';
const plainRequire: Plugin = {
  name: 'plain-require',
  transform: {
    filter: { id: /@nestjs\/mapped-types\/dist\/type-helpers\.utils\.js$/ },
    handler(code) {
      if (!code.includes(MAKES_ITS_REQUIRE)) this.error('@nestjs/mapped-types loads packages in another way now');
      return { code: code.replace(MAKES_ITS_REQUIRE, ''), map: null };
    },
  },
};

/** The production build of React in every NODE_ENV: the development build checks each element of each mail. */
const fastReact: Plugin = {
  name: 'fast-react',
  transform: {
    filter: { id: /node_modules\/react(-dom)?\// },
    handler: (code) => ({ code: code.replaceAll('process.env.NODE_ENV', "'production'"), map: null }),
  },
};

/** Milliseconds. A program that runs while the sources change still finds the parts that it loads later on. */
const KEEP_PARTS = 7 * 24 * 60 * 60_000;

/**
 * What was there before stays until everything is written.
 * @throws Error with what the bundler finds wrong, an import that leads nowhere above all
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
    // Classes are known by their names: entities, what Nest injects, contexts of the log.
    await programs.write({ dir: unfinished, format: 'esm', keepNames: true, strictExecutionOrder: true });
    await programs.close();
    for (const name of OUTSIDE)
      if (!findPackageJSON(name, pathToFileURL(join(out, 'api.js'))))
        complaints.push(`${name} is not installed for all.`);
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

/** Looks for its pages by `eval`, unless it is told where they are. */
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
