import { TEXTS } from './documented-texts.js';
import { filesLike, isTest, textOf } from './support/source-files.js';

/** A screen or one of its states, the file that draws it, and the test that looks at it. */
export interface DocumentedState {
  screen: string;
  state: string;
  drawnBy: string;
  test: readonly [file: string, title: string];
}

type Words = { [key: string]: string | Words };

const LOCALES = 'storefront/src/i18n/locales';
const sources = filesLike('storefront/src/**/*.ts', 'storefront/src/**/*.tsx').map((file) => [file, textOf(file)]);
const drawing = sources.filter(([file]) => !isTest(file!)) as [string, string][];
const looking = [
  ...filesLike('e2e/**/*.ts', 'storefront/src/**/*.spec.ts', 'storefront/src/**/*.spec.tsx'),
  'backend/test/page-heads.journey.spec.ts',
]
  .filter((file) => !/screens\.ts$|locales\.spec/.test(file))
  .map((file) => [file, textOf(file).replaceAll(/\\(['.?()])/g, '$1')] as const);

function wordsOf(language: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (prefix: string, words: Words) => {
    for (const [name, value] of Object.entries(words)) {
      if (typeof value === 'string') found.set(prefix + name, value);
      else walk(`${prefix}${name}.`, value);
    }
  };
  for (const file of filesLike(`${LOCALES}/${language}/*.json`)) {
    walk(`${/([^/]+)\.json$/.exec(file)![1]}:`, JSON.parse(textOf(file)) as Words);
  }
  return found;
}

const english = wordsOf('en');
const german = wordsOf('de');

export interface FoundText {
  screen: string;
  text: string;
  /** Files that say it, and files that look for it; empty when there is none. */
  saidBy: string[];
  readBy: string[];
}

/** Where each documented text is said and read: by its key, in its English or its German words, or as it stands. */
export function findTexts(): FoundText[] {
  return Object.entries(TEXTS).flatMap(([screen, texts]) => texts.map(([text, key]) => findText(screen, text, key)));
}

function findText(screen: string, text: string, key: string | undefined): FoundText {
  const keys = key ? [key] : [...english].filter(([, words]) => words === text).map(([name]) => name);
  const saidBy = drawing.filter(([, code]) => saysLiterally(code, text) || keys.some((name) => saysKey(code, name)));
  const words = [text, ...keys.flatMap((name) => [english.get(name)!, german.get(name) ?? ''])].flatMap(longestPart);
  const readBy = looking.filter(([, code]) => words.some((one) => asksFor(code, one)));
  return { screen, text, saidBy: saidBy.map(([file]) => file), readBy: readBy.map(([file]) => file) };
}

const saysLiterally = (code: string, text: string) =>
  [`'${text}`, `"${text}`, `\`${text}`].some((one) => code.includes(one));

/** Whole, without its plural ending, or by the fixed beginning of a key that is put together. */
function saysKey(code: string, key: string): boolean {
  const name = key.replace(/_(zero|one|other)$/, '');
  if (code.includes(`'${name}'`) || code.includes(`"${name}"`) || code.includes(`\`${name}\``)) return true;
  const beginnings = [...code.matchAll(/`([a-z]+:[\w.]*)\$\{/g)].map(([, beginning]) => beginning!);
  return beginnings.some((beginning) => name.startsWith(beginning));
}

/** A short text may be part of many others, so it has to stand alone between quotation marks or in an expression. */
function asksFor(code: string, words: string): boolean {
  if (words.length >= 20) return code.includes(words);
  return ["'", '"', '`', '/'].some((mark) =>
    [`${mark}${words}${mark}`, `${mark}${words} (`, `${mark}${words}: `].some((one) => code.includes(one)),
  );
}

/** What is left of a text when its placeholders and markup are taken out; too short a rest proves nothing. */
function longestPart(text: string): string[] {
  const parts = text.split(/\{\{\w+\}\}/).map((part) => part.replace(/^\)|[(:]\s*$/g, '').trim());
  const longest = parts.toSorted((a, b) => b.length - a.length)[0] ?? '';
  return longest.length >= 4 ? [longest] : [];
}

/** Whether the file has a test of this title that is run. */
export function runs(file: string, title: string): boolean {
  const literally = title.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  return new RegExp(`^ *(it|test)(\\.each\\([^]*?\\))?\\(\\s*['"\`]${literally}['"\`],`, 'm').test(textOf(file));
}

const cell = (text: string) => text.replaceAll('|', '\\|');
const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
const code = (files: string[]) =>
  files
    .slice(0, 2)
    .map((file) => `\`${file}\``)
    .join(', ');

/** The states in the table of docs/screens.md, which is written by hand. */
export function statesIn(markdown: string): DocumentedState[] {
  const rows = markdown.split('\n## ')[1]!.matchAll(/^\|([^|]+)\|([^|]+)\|\s*`([^`]+)`\s*\|\s*`([^`]+)`\s*\|(.+)\|$/gm);
  return [...rows].map(([, screen, state, drawnBy, file, title]) => ({
    screen: screen!.trim(),
    state: state!.trim(),
    drawnBy: drawnBy!,
    test: [file!, title!.trim()],
  }));
}

/** The second table of docs/screens.md, which is found by looking. */
export function textsTable(): string {
  const texts = findTexts().map(({ screen, text, saidBy, readBy }) => [screen, text, code(saidBy), code(readBy)]);
  return table(['screen', 'text', 'said by', 'read by'], texts);
}
