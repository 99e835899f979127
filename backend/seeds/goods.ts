import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DrawnPattern, ShopGoods } from './goods-types.js';
import { unpackGoods } from './goods-file.js';

/** The line by which the drawing program names its folder. */
const FOLDER = /^GOODS (.+)$/;

/** The demo shop as the drawing program has written it: `shop` and one file per pattern. */
export class Goods {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * @param from the folder itself, or the program that draws what is missing and prints the folder
   * @throws Error when the program fails
   */
  static async from(from: string, say: (line: string) => void): Promise<Goods> {
    return new Goods((await stat(from)).isDirectory() ? from : await run(from, say));
  }

  shop(): Promise<ShopGoods> {
    return this.read('shop');
  }

  /** @param key of the pattern */
  pattern(key: string): Promise<DrawnPattern> {
    return this.read(key);
  }

  private async read<T>(entry: string): Promise<T> {
    const goods = unpackGoods<T>(await readFile(join(this.folder, entry)));
    if (!goods) throw new Error(`${join(this.folder, entry)} is damaged; start again, and it is drawn anew`);
    return goods;
  }
}

/**
 * The program draws in a process of its own: drawing keeps an event loop busy for seconds, longer than a connection to PostgreSQL
 * may take to open.
 */
async function run(program: string, say: (line: string) => void): Promise<string> {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  let folder: string | undefined;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const named = FOLDER.exec(line)?.[1];
    if (named) folder = named;
    else say(line);
  });
  const code = await ended;
  if (code !== 0 || !folder) throw new Error(`${program} has drawn no demo shop (exit code ${code})`);
  return folder;
}
