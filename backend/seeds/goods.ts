import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DrawnPattern, ShopGoods } from './goods-types.js';
import { unpackGoods } from './goods-file.js';

/** The output line in which the drawing program prints the path of its folder. */
const FOLDER_LINE = /^GOODS (.+)$/;

/** Reads the demo shop ("goods") from the folder of the drawing program: the file `shop` and one file per pattern. */
export class Goods {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * @param source the folder, or the program that draws missing parts and prints the path of the folder
   * @throws {Error} when the program fails
   */
  static async from(source: string, log: (line: string) => void): Promise<Goods> {
    return new Goods((await stat(source)).isDirectory() ? source : await runDrawingProgram(source, log));
  }

  shop(): Promise<ShopGoods> {
    return this.read('shop');
  }

  /** @param key the key of the pattern */
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
 * Runs the drawing program as a separate process, because drawing blocks the event loop for longer than the connection
 * timeout of PostgreSQL.
 * @returns the path of the folder that the program prints
 */
async function runDrawingProgram(program: string, log: (line: string) => void): Promise<string> {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  let folder: string | undefined;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const path = FOLDER_LINE.exec(line)?.[1];
    if (path) folder = path;
    else log(line);
  });
  const code = await exit;
  if (code !== 0 || !folder) throw new Error(`${program} has drawn no demo shop (exit code ${code})`);
  return folder;
}
