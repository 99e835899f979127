import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { firstScreens } from './src/app/start/first-screens.ts';

const source = join(import.meta.dirname, 'src');
const pageOf = (file: string) => join(source, `pages/${file}.tsx`);
const wordsOf = (language: string, namespace: string) => join(source, `i18n/locales/${language}/${namespace}.json`);
const languages = ['de', 'en'];

/** The words of every screen; those of single screens stay files of their own. */
const frameOf = (language: string) => join(source, `i18n/frame-${language}.ts`);
/** Made for many screens; one by one they would be a dozen tiny files. */
const SHARED = /\/src\/(?:ui|lib|api)\//;
/** Parts of packages that only later screens use, while the first ones use other parts. */
const LATER = /react-i18next\/dist\/es\/\w*Trans|html-parse-stringify/;

/**
 * What the first screens have in common comes in two files, since on a slow line every further file is a further wait:
 * packages, which change rarely, and the shop's own code. Everything else is split where it is loaded on demand.
 */
export function codeSplitting(): Rolldown.CodeSplittingOptions {
  const files = [join(source, 'main.tsx'), ...Object.values(firstScreens).map(({ file }) => pageOf(file))];
  let closures: Set<string>[] | undefined;
  return {
    groups: [
      {
        debugName: 'first screens',
        name: (id, context) => {
          const importsOf = (module: string) => context.getModuleInfo(module)?.importedIds ?? [];
          closures ??= [...languages.map(frameOf), ...files].map((file) => closure(file, importsOf));
          const [german, english, entry, ...pages] = closures;
          if (german!.has(id)) return 'words-de';
          if (english!.has(id)) return 'words-en';
          const users = pages.filter((page) => page.has(id)).length;
          const first = entry!.has(id) || users > 1 || (users > 0 && SHARED.test(id));
          if (!first || LATER.test(id)) return null;
          return /\/node_modules\/|^\0/.test(id) ? 'packages' : 'shop';
        },
      },
    ],
  };
}

/** What cannot be left out when a file runs: the file, what it imports, and so on. */
function closure(file: string, importsOf: (file: string) => readonly string[]): Set<string> {
  const all = new Set([file]);
  for (const one of all) for (const imported of importsOf(one)) all.add(imported);
  return all;
}

export type FirstFiles = Record<string, Record<string, { scripts: string[]; styles: string[] }>>;

/** For each first screen and language every script and style sheet that it needs, the entry's included. */
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
    Object.values(firstScreens).map(({ path, file, words }) => [
      path,
      Object.fromEntries(
        languages.map((language) => [
          language,
          filesOf([pageOf(file), frameOf(language), ...words.map((name) => wordsOf(language, name))]),
        ]),
      ),
    ]),
  );
}

type WithStyles = { viteMetadata?: { importedCss: Set<string> } };
const stylesOf = (chunk: Rolldown.OutputChunk) => [...((chunk as WithStyles).viteMetadata?.importedCss ?? [])];

/** Running text above the fold of every screen; the headings' heavier font waits for the code (app/first-fonts.ts). */
const TEXT = /\/source-sans-3-latin-wght-normal-[\w-]+\.woff2$/;

/** Writes down what the server is to name in its pages, and has the text's font fetched before a style sheet asks for it. */
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

/** Compresses as hard as possible, once, what is served for ever; the server would do it hastily at every request. */
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
