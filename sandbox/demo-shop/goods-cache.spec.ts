import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Goods } from '../../backend/seeds/goods.js';
import { demoShop } from './demo-shop.ts';
import { drawGoods } from './draw-goods.ts';
import { cacheFolder, cacheKey, readGoods, writeGoods } from './goods-cache.ts';

const ROOT = process.cwd();
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cache-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Creates a clone of the project that contains the inputs of the cache key. @returns its path */
function clone(name: string): string {
  const root = join(directory, name);
  for (const path of ['sandbox/demo-shop', 'workers/src/pdf', 'backend/seeds', 'package-lock.json'])
    cpSync(join(ROOT, path), join(root, path), { recursive: true });
  return root;
}

describe('the cache folder', () => {
  it('is shared only by clones with the same sources', () => {
    const [one, other] = [clone('one'), clone('other')];
    const env = { XDG_CACHE_HOME: join(directory, 'cache') };
    expect(cacheFolder(other, env)).toBe(cacheFolder(one, env));
    for (const changed of ['sandbox/demo-shop/print/ink.ts', 'workers/src/pdf/prepare/plan.ts', 'package-lock.json']) {
      const before = cacheKey(other);
      writeFileSync(join(other, changed), `${readFileSync(join(other, changed), 'utf8')}\n`);
      expect(cacheKey(other)).not.toBe(before);
    }
    const before = cacheKey(one);
    writeFileSync(join(one, 'sandbox/demo-shop/new.spec.ts'), '');
    expect(cacheKey(one)).toBe(before);
  });

  it('is in the home directory, or in the project when there is no home directory', () => {
    const root = clone('project');
    const home = join(directory, 'home');
    mkdirSync(home);
    expect(cacheFolder(root, { HOME: home })).toContain(join(home, '.cache/pattern-marketplace/demo-shop'));
    expect(cacheFolder(root, { HOME: home, XDG_CACHE_HOME: 'relative' })).toContain(join(home, '.cache'));
    const file = join(directory, 'file');
    writeFileSync(file, '');
    for (const env of [{ HOME: '' }, { HOME: join(directory, 'missing') }, { HOME: '', XDG_CACHE_HOME: file }])
      expect(cacheFolder(root, env)).toBe(join(root, '.cache/demo-shop', cacheKey(root)));
  });

  it('keeps the three most recently used folders of other sources, and removes temporary files of killed processes', () => {
    const root = clone('project');
    const env = { XDG_CACHE_HOME: directory };
    const all = dirname(cacheFolder(root, env));
    for (const day of [1, 2, 3, 4, 5]) {
      const other = join(all, `of-day-${day}`);
      mkdirSync(other);
      utimesSync(other, day * 86_400, day * 86_400);
    }
    const current = join(all, cacheKey(root));
    for (const name of ['old.tmp', 'young.tmp', 'pattern']) writeFileSync(join(current, name), '');
    utimesSync(join(current, 'old.tmp'), 1, 1);
    expect(cacheFolder(root, env)).toBe(current);
    expect(readdirSync(all).sort()).toEqual([basename(current), 'of-day-3', 'of-day-4', 'of-day-5'].sort());
    expect(readdirSync(current).sort()).toEqual(['pattern', 'young.tmp']);
  });
});

describe('drawn goods', () => {
  it('are drawn once, and again when they are missing or damaged', async () => {
    const keys = ['liv'];
    expect(await drawGoods(directory, { keys })).toBe(1);
    expect(await drawGoods(directory, { keys })).toBe(0);
    const file = join(directory, 'liv');
    const bytes = readFileSync(file);
    for (const damaged of [Buffer.alloc(0), bytes.subarray(0, 1000), Buffer.from(bytes).fill(7, 5000, 5001)]) {
      writeFileSync(file, damaged);
      expect(readGoods(directory, 'liv')).toBeNull();
    }
    expect(await drawGoods(directory, { keys })).toBe(1);
    expect(readFileSync(file).equals(bytes)).toBe(true);
    const goods = await Goods.from(directory, () => {});
    expect((await goods.shop()).patterns).toHaveLength(demoShop.patterns.length);
    expect((await goods.pattern('liv')).files.length).toBeGreaterThan(0);
  });

  it('are complete for readers while other processes write them', async () => {
    const program = `
      import { writeGoods } from ${JSON.stringify(join(ROOT, 'sandbox/demo-shop/goods-cache.ts'))};
      for (let n = 0; n < 40; n += 1) writeGoods(${JSON.stringify(directory)}, 'entry', Buffer.alloc(500_000, process.pid));`;
    writeGoods(directory, 'entry', 'first');
    const writers = [1, 2, 3].map(() =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd: ROOT }),
    );
    const allEnded = new AbortController();
    const ended = Promise.all(writers).finally(() => allEnded.abort());
    let reads = 0;
    do {
      expect(readGoods(directory, 'entry')).not.toBeNull();
      reads += 1;
      await new Promise(setImmediate);
    } while (!allEnded.signal.aborted);
    await ended;
    expect(reads).toBeGreaterThan(3);
    expect(readdirSync(directory)).toEqual(['entry']);
  });

  it('are required by the seed, which fails when the drawing program writes none', async () => {
    const program = join(directory, 'fails.mjs');
    writeFileSync(program, `console.log('drawing'); process.exit(3);`);
    const lines: string[] = [];
    await expect(Goods.from(program, (line) => lines.push(line))).rejects.toThrow(/fails\.mjs has drawn no demo shop/);
    expect(lines).toEqual(['drawing']);
  });
});
