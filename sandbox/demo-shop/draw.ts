import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { projectRoot } from '../project-root.ts';
import { drawGoods } from './draw-goods.ts';
import { cacheFolder } from './goods-cache.ts';

/*
 * `node sandbox/demo-shop/draw.ts [folder]` draws the patterns that are missing in the folder. The default is the cache
 * folder that all clones with the same sources share. The last line of the output contains the path of the folder; the seed
 * reads this line.
 */
const [argument] = process.argv.slice(2);
const folder = argument ? resolve(argument) : cacheFolder(projectRoot());
mkdirSync(folder, { recursive: true });
await drawGoods(folder, { log: (line) => console.log(line) });
console.log(`GOODS ${folder}`);
