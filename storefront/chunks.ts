import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { minifySync, type Plugin, type Rolldown } from 'vite';
import { firstScreens } from './src/app/start/first-screens.ts';

const source = join(import.meta.dirname, 'src');
const pagePath = (file: string) => join(source, `pages/${file}.tsx`);
const messagesPath = (language: string, namespace: string) =>
  join(source, `i18n/locales/${language}/${namespace}.json`);
const languages = ['de', 'en'];

/** The messages that every screen needs. The messages of single screens stay in separate files. */
const sharedMessagesPath = (language: string) => join(source, `i18n/shared-${language}.ts`);
/** Modules that many screens share. Without grouping they would become a dozen tiny chunks. */
const SHARED = /\/src\/(?:ui|lib|api)\//;
/** Modules that only later screens use, although the first screens use other modules of the same packages. */
const ONLY_LATER = /react-i18next\/dist\/es\/\w*Trans|html-parse-stringify|useIsFetching/;

/**
 * Puts the code of the first screens into a few files, because each additional request costs time on a slow network:
 * - one file for the packages, which change rarely
 * - one file for the code of every screen
 * - one file for each pair of first screens with common code
 * - one file for each first screen, with the modules of SHARED that no other first screen uses
 *
 * Dynamic imports split the rest.
 */
export function codeSplitting(): Rolldown.CodeSplittingOptions {
  const names = Object.keys(firstScreens);
  const roots = [join(source, 'main.tsx'), ...Object.values(firstScreens).map(({ file }) => pagePath(file))];
  let moduleSets: Set<string>[] | undefined;
  const chunkName: Rolldown.CodeSplittingNameFunction = (id, context) => {
    const listImports = (module: string) => context.getModuleInfo(module)?.importedIds ?? [];
    moduleSets ??= roots.map((file) => withImports(file, listImports));
    const [entry, ...pages] = moduleSets;
    if (ONLY_LATER.test(id)) return null;
    const users = names.filter((_, page) => pages[page]!.has(id));
    const usedByAll = entry!.has(id) || users.length === names.length;
    if (/\/node_modules\/|^\0/.test(id)) return usedByAll || users.length > 0 ? 'packages' : null;
    if (usedByAll) return 'shop';
    return users.length > 1 || SHARED.test(id) ? users.join('-') || null : null;
  };
  /** A group also takes all modules that its modules import. A higher priority lets the groups of more screens go first. */
  const group = (debugName: string, test: RegExp, priority: number) => ({
    debugName,
    priority,
    name: ((id, context) => {
      const name = chunkName(id, context);
      return name && test.test(name) ? name : null;
    }) satisfies Rolldown.CodeSplittingNameFunction,
  });
  return {
    groups: [
      group('packages', /^packages$/, 4),
      group('every screen', /^shop$/, 3),
      group('two first screens', /-/, 2),
      group('one first screen', /./, 1),
    ],
  };
}

/** @returns the file and all files that it imports statically, directly or indirectly */
function withImports(file: string, listImports: (file: string) => readonly string[]): Set<string> {
  const all = new Set([file]);
  for (const name of all) for (const imported of listImports(name)) all.add(imported);
  return all;
}

export type FirstFiles = Record<string, Record<string, { scripts: string[]; styles: string[] }>>;

/** Lists the scripts and style sheets of each first screen in each language, including those of the entry. */
export function listFirstFiles(bundle: Rolldown.OutputBundle): FirstFiles {
  const chunks = Object.values(bundle).filter((output): output is Rolldown.OutputChunk => output.type === 'chunk');
  const listImports = (name: string) => chunks.find(({ fileName }) => fileName === name)?.imports ?? [];
  const listFiles = (modules: string[]) => {
    const needed = chunks.filter(
      (chunk) => chunk.isEntry || modules.some((id) => id in chunk.modules || chunk.facadeModuleId === id),
    );
    const scripts = [...new Set(needed.flatMap(({ fileName }) => [...withImports(fileName, listImports)]))];
    const styles = scripts.flatMap((name) => listStyles(chunks.find(({ fileName }) => fileName === name)!));
    return { scripts, styles: [...new Set(styles)] };
  };
  return Object.fromEntries(
    Object.values(firstScreens).map(({ path, file, namespaces }) => [
      path,
      Object.fromEntries(
        languages.map((language) => [
          language,
          listFiles([
            pagePath(file),
            sharedMessagesPath(language),
            ...namespaces.map((name) => messagesPath(language, name)),
          ]),
        ]),
      ),
    ]),
  );
}

type ChunkWithStyles = { viteMetadata?: { importedCss: Set<string> } };
const listStyles = (chunk: Rolldown.OutputChunk) => [...((chunk as ChunkWithStyles).viteMetadata?.importedCss ?? [])];

/** The body font, which every screen uses. The heading font loads after the code (src/app/start/first-fonts.ts). */
const BODY_FONT = /\/source-sans-3-latin-wght-normal-[\w-]+\.woff2$/;

/** Writes first-files.json, in which the server looks up the files to preload. Adds the preload of the body font. */
export function firstFiles(): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const text = JSON.stringify(listFirstFiles(bundle as Rolldown.OutputBundle));
      this.emitFile({ type: 'asset', fileName: 'first-files.json', source: text });
    },
    transformIndexHtml(_, { bundle = {} }) {
      const href = `/${Object.keys(bundle).find((file) => BODY_FONT.test(file))}`;
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  };
}

/** Minifies the scripts in public/, which Vite only copies. Every screen loads one of them, colour-scheme.js. */
export function minified(): Plugin {
  return {
    name: 'minified',
    apply: 'build',
    writeBundle({ dir }) {
      for (const file of readdirSync(dir!).filter((name) => name.endsWith('.js'))) {
        const path = join(dir!, file);
        writeFileSync(path, minifySync(file, readFileSync(path, 'utf8')).code);
      }
    },
  };
}

/** Compresses immutable files at build time with the highest level, so that the server need not compress responses. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }) {
      const assets = join(dir!, 'assets');
      for (const file of readdirSync(assets).filter((name) => /\.(?:js|css)$/.test(name))) {
        const content = readFileSync(join(assets, file));
        if (content.length < 1024) continue;
        writeFileSync(join(assets, `${file}.br`), brotliCompressSync(content));
        writeFileSync(join(assets, `${file}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

/** Removes code that some packages contain even in their production build, although it only helps developers. */
export function withoutDevelopmentHelp(): Plugin {
  return {
    name: 'without-development-help',
    apply: 'build',
    transform: {
      filter: { id: /\/(?:react-router\/dist\/development|i18next\/dist\/esm|react-i18next\/dist\/es)\// },
      order: 'pre',
      handler: (code) =>
        code
          // React Router has a production build, but the exports of its package do not contain it.
          .replace('var ENABLE_DEV_WARNINGS = true', 'var ENABLE_DEV_WARNINGS = false')
          .replace(/\nfunction (?=warning\()/, '\n/* @__NO_SIDE_EFFECTS__ */ function ')
          // Names for the developer tools. The assignment of a name would keep an unused component or context in the bundle.
          .replace(/^\w+\.displayName = .*;$/gm, '')
          .replace(/ = (React\d*\.(?:forwardRef|createContext|memo)\()/g, ' = /* @__PURE__ */ $1')
          // Messages about a wrong use of React Router, except those about navigation, which the crash page reads.
          .replace(/\b(invariant\w*\([^;`]*?),\s*(`[^`]*`|"[^"\n]*")\s*\);/g, (call, check: string, text: string) =>
            /navigat|history|location/i.test(text) ? call : `${check});`,
          )
          // i18next prints these messages only with the option `debug`.
          .replace(/(?:this\.)?logger\.(?:warn|deprecate|log)\([`'"].*\);/g, ';')
          // Warnings about a wrong use of react-i18next. Tests and the development server still show them.
          .replace(/^ +warnOnce\(.*\);$/gm, ';'),
    },
  };
}
