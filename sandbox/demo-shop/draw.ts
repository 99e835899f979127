import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { projectRoot } from '../project-root.ts';
import { drawGoods } from './draw-goods.ts';
import { cacheFolder } from './goods-cache.ts';

/*
 * `node sandbox/demo-shop/draw.ts [folder]` draws the demo shop into a folder, without an argument into the cache that all clones
 * with the same sources share. What is there already is not drawn again. The last line names the folder for the seed.
 */
const [asked] = process.argv.slice(2);
const folder = asked ? resolve(asked) : cacheFolder(projectRoot());
mkdirSync(folder, { recursive: true });
await drawGoods(folder, { say: (line) => console.log(line) });
console.log(`GOODS ${folder}`);
