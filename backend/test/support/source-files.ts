import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT } from './cruise.js';

const GENERATED = /(^|\/)(node_modules|dist|\.data|\.git|coverage|test-results)(\/|$)/;

/** @returns the sorted paths, from the root, of files that are not generated */
export function filesLike(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: ROOT, exclude: (path) => GENERATED.test(path) }).sort();
}

export const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

export const isTest = (path: string) => /\.spec\.tsx?$|^backend\/test\/|\/fixture-[^/]+\.ts$/.test(path);

/** @returns the exported classes */
export async function classesIn(files: string[]): Promise<{ file: string; type: Function }[]> {
  const found: { file: string; type: Function }[] = [];
  for (const file of files) {
    const exported = (await import(join(ROOT, file))) as Record<string, unknown>;
    for (const type of Object.values(exported)) if (typeof type === 'function') found.push({ file, type });
  }
  return found;
}

/** @returns the codes of ApiErrors: the upper-case strings in files that create or document an ApiError */
export function errorCodes(): string[] {
  const files = filesLike('backend/src/**/*.ts').filter((file) => !isTest(file));
  const sources = files
    .map(textOf)
    .filter((text) => /\b(ApiError|notFound|Fails|IdParam|downloadExpired)\(/.test(text));
  const codes = sources.flatMap((text) => [...text.matchAll(/(?<!normalize\()'(?:\d{3} )?([A-Z]{2,}(?:_[A-Z]+)*)'/g)]);
  return [...new Set(codes.map(([, code]) => code!))].sort();
}

/**
 * @returns the paths that a Markdown file mentions but that do not exist: paths in inline code whose first part is a folder
 * of this project, and the targets of relative links
 */
export function brokenPaths(file: string, markdown: string): string[] {
  const folders = new Set(globSync('*/', { cwd: ROOT }).map((folder) => basename(folder)));
  const code = [...markdown.matchAll(/`([^`\s]+)`/g)]
    .map(([, path]) => path!.replace(/[:#]\d+$/, ''))
    .filter((path) => path.includes('/') && folders.has(path.replace(/^\.\//, '').split('/')[0]!))
    .filter((path) => !/[<>…$]/.test(path) && !GENERATED.test(path));
  const links = [...markdown.matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)/g)].map(([, path]) => join(dirname(file), path!));
  return [...code, ...links].filter(
    (path) => !existsSync(join(ROOT, path)) && globSync(path, { cwd: ROOT }).length === 0,
  );
}
