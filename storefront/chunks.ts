import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { minifySync, type Plugin, type Rolldown } from 'vite';
import { firstScreens } from './src/app/start/first-screens.ts';

const source = join(import.meta.dirname, 'src');
const pageOf = (file: string) => join(source, `pages/${file}.tsx`);
const messagesOf = (language: string, namespace: string) => join(source, `i18n/locales/${language}/${namespace}.json`);
const languages = ['de', 'en'];

/** The messages that every screen needs; those of single screens stay in separate files. */
const sharedMessagesOf = (language: string) => join(source, `i18n/shared-${language}.ts`);
/** Shared modules; one chunk for each would give a dozen tiny files. */
const SHARED = /\/src\/(?:ui|lib|api)\//;
/** Parts of packages that only later screens use, although the first screens use other parts of these packages. */
const LATER = /react-i18next\/dist\/es\/\w*Trans|html-parse-stringify|useIsFetching/;

/**
 * Puts the common code of the first screens into few files, because each further request costs time on a slow line:
 * packages, which change rarely, the shop's own code, and the parts that only some of these screens share. All other code
 * is split where it is loaded on demand.
 */
export function codeSplitting(): Rolldown.CodeSplittingOptions {
  const names = Object.keys(firstScreens);
  const roots = [join(source, 'main.tsx'), ...Object.values(firstScreens).map(({ file }) => pageOf(file))];
  let closures: Set<string>[] | undefined;
  const chunkOf: Rolldown.CodeSplittingNameFunction = (id, context) => {
    const importsOf = (module: string) => context.getModuleInfo(module)?.importedIds ?? [];
    closures ??= roots.map((file) => closure(file, importsOf));
    const [entry, ...pages] = closures;
    if (LATER.test(id)) return null;
    const users = names.filter((_, page) => pages[page]!.has(id));
    const inEntry = entry!.has(id) || users.length === names.length;
    if (/\/node_modules\/|^\0/.test(id)) return inEntry || users.length > 0 ? 'packages' : null;
    if (inEntry) return 'shop';
    return users.length > 1 || SHARED.test(id) ? users.join('-') || null : null;
  };
  /** A chunk takes along what its modules import, so the common ones choose first. */
  const group = (debugName: string, test: RegExp, priority: number) => ({
    debugName,
    priority,
    name: ((id, context) => {
      const name = chunkOf(id, context);
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

/** The file and all files that it imports statically, directly or indirectly. */
function closure(file: string, importsOf: (file: string) => readonly string[]): Set<string> {
  const all = new Set([file]);
  for (const one of all) for (const imported of importsOf(one)) all.add(imported);
  return all;
}

export type FirstFiles = Record<string, Record<string, { scripts: string[]; styles: string[] }>>;

/** Lists for each first screen and language the scripts and style sheets that it needs, including those of the entry. */
export function firstFilesOf(bundle: Rolldown.OutputBundle): FirstFiles {
  const chunks = Object.values(bundle).filter((one): one is Rolldown.OutputChunk => one.type === 'chunk');
  const importsOf = (name: string) => chunks.find(({ fileName }) => fileName === name)?.imports ?? [];
  const filesOf = (modules: string[]) => {
    const holders = chunks.filter(
      (one) => one.isEntry || modules.some((id) => id in one.modules || one.facadeModuleId === id),
    );
    const scripts = [...new Set(holders.flatMap(({ fileName }) => [...closure(fileName, importsOf)]))];
    const styles = scripts.flatMap((name) => stylesOf(chunks.find(({ fileName }) => fileName === name)!));
    return { scripts, styles: [...new Set(styles)] };
  };
  return Object.fromEntries(
    Object.values(firstScreens).map(({ path, file, namespaces }) => [
      path,
      Object.fromEntries(
        languages.map((language) => [
          language,
          filesOf([pageOf(file), sharedMessagesOf(language), ...namespaces.map((name) => messagesOf(language, name))]),
        ]),
      ),
    ]),
  );
}

type WithStyles = { viteMetadata?: { importedCss: Set<string> } };
const stylesOf = (chunk: Rolldown.OutputChunk) => [...((chunk as WithStyles).viteMetadata?.importedCss ?? [])];

/** The body font, used above the fold of every screen; the heading font loads after the code (app/first-fonts.ts). */
const TEXT = /\/source-sans-3-latin-wght-normal-[\w-]+\.woff2$/;

/** Writes the list of first files that the server names in its pages, and preloads the body font. */
export function firstFiles(): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const text = JSON.stringify(firstFilesOf(bundle as Rolldown.OutputBundle));
      this.emitFile({ type: 'asset', fileName: 'first-files.json', source: text });
    },
    transformIndexHtml(_, { bundle = {} }) {
      const href = `/${Object.keys(bundle).find((file) => TEXT.test(file))}`;
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  };
}

/** Minifies the scripts of public/, which Vite copies as they are: the first one is part of every first screen. */
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

/** Compresses immutable files once at the highest level, so that the server does not compress at every request. */
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

/** Removes the code of packages that only helps during development and that they keep in production. */
export function withoutDevelopmentHelp(): Plugin {
  return {
    name: 'without-development-help',
    apply: 'build',
    transform: {
      filter: { id: /\/(?:react-router\/dist\/development|i18next\/dist\/esm|react-i18next\/dist\/es)\// },
      order: 'pre',
      handler: (code) =>
        code
          // React Router has a production build, but its package never names it.
          .replace('var ENABLE_DEV_WARNINGS = true', 'var ENABLE_DEV_WARNINGS = false')
          .replace(/\nfunction (?=warning\()/, '\n/* @__NO_SIDE_EFFECTS__ */ function ')
          // Names for the developer tools, because of which unused components and contexts count as used.
          .replace(/^\w+\.displayName = .*;$/gm, '')
          .replace(/ = (React\d*\.(?:forwardRef|createContext|memo)\()/g, ' = /* @__PURE__ */ $1')
          // Messages about a wrong use of React Router; the crash page reads those about navigation.
          .replace(/\b(invariant\w*\([^;`]*?),\s*(`[^`]*`|"[^"\n]*")\s*\);/g, (call, check: string, text: string) =>
            /navigat|history|location/i.test(text) ? call : `${check});`,
          )
          // i18next prints these messages only with the option `debug`.
          .replace(/(?:this\.)?logger\.(?:warn|deprecate|log)\([`'"].*\);/g, ';')
          // Mistakes in the use of react-i18next, which tests and the development server report.
          .replace(/^ +warnOnce\(.*\);$/gm, ';'),
    },
  };
}
