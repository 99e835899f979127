import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DrawnPattern, ShopGoods } from './goods-types.js';
import { unpackGoods } from './goods-file.js';

/** The line in which the drawing program prints its folder. */
const FOLDER = /^GOODS (.+)$/;

/** Reads the demo shop from the folder of the drawing program: the file `shop` and one file per pattern. */
export class Goods {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * @param from the folder, or the program that draws missing parts and prints the folder
   * @throws {Error} when the program fails
   */
  static async from(from: string, log: (line: string) => void): Promise<Goods> {
    return new Goods((await stat(from)).isDirectory() ? from : await run(from, log));
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
    if (!goods) throw new Error(`${join(this.folder, entry)} is damaged; run the seed again to draw it`);
    return goods;
  }
}

/**
 * The program draws in a separate process: drawing blocks the event loop for seconds, longer than the connection timeout of
 * PostgreSQL.
 */
async function run(program: string, log: (line: string) => void): Promise<string> {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  let folder: string | undefined;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const printed = FOLDER.exec(line)?.[1];
    if (printed) folder = printed;
    else log(line);
  });
  const code = await ended;
  if (code !== 0 || !folder) throw new Error(`${program} has drawn no demo shop (exit code ${code})`);
  return folder;
}
