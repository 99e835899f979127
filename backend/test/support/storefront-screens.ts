import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './cruise.js';

/** They exist when the shop has what they show. */
const SHOWING_GOODS = new Set(['patterns/:id', 'designers/:slug']);

/** Paths of the screens that the storefront's router knows and that always exist, with `x` in place of each parameter. */
export function storefrontScreens(): string[] {
  const source = readFileSync(join(ROOT, 'storefront/src/app/routes.tsx'), 'utf8');
  const single = [...source.matchAll(/path: '([a-z][^']*)'/g)].map(([, path]) => path!);
  const lists = [...source.matchAll(/\[([^\][]+)\]\.map\(\(path\)/g)].flatMap(([, list]) => list!.match(/[\w/:-]+/g)!);
  return [...single, ...lists].filter((path) => !SHOWING_GOODS.has(path)).map((path) => path.replace(/:\w+/g, 'x'));
}
