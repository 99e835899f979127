import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const ROUTERS = ['routes.tsx', 'later-screens.tsx'];

/** @returns the paths of all screens in the router, e.g. `patterns/:id`, without the home page */
export function listScreens(): string[] {
  const source = ROUTERS.map((file) => readFileSync(join(import.meta.dirname, 'src/app', file), 'utf8')).join('\n');
  const single = [...source.matchAll(/path: '([a-z][^']*)'/g)].map(([, path]) => path!);
  const lists = [...source.matchAll(/\[([^\][]+)\]\.map\(\(path\)/g)].flatMap(([, list]) => list!.match(/[\w/:-]+/g)!);
  return [...single, ...lists];
}

/** Writes screens.json. The server responds with 404 for a page whose path is not in this file. */
export function screens(): Plugin {
  return {
    name: 'screens',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(listScreens()) });
    },
  };
}
