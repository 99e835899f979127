import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './cruise.js';

/** These screens need the id of an existing pattern or designer. */
const DETAIL_SCREENS = new Set(['patterns/:id', 'designers/:slug']);

/** @returns the paths of all other screens in the router, with `x` for each parameter */
export function storefrontScreens(): string[] {
  const source = readFileSync(join(ROOT, 'storefront/src/app/routes.tsx'), 'utf8');
  const single = [...source.matchAll(/path: '([a-z][^']*)'/g)].map(([, path]) => path!);
  const lists = [...source.matchAll(/\[([^\][]+)\]\.map\(\(path\)/g)].flatMap(([, list]) => list!.match(/[\w/:-]+/g)!);
  return [...single, ...lists].filter((path) => !DETAIL_SCREENS.has(path)).map((path) => path.replace(/:\w+/g, 'x'));
}
