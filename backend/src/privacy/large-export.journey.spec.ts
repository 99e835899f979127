import { readFileSync } from 'node:fs';
import { measureExport } from '../../../bench/orders/export.ts';
import { aBuyer, aPattern } from '../../test/support/builders.js';
import { fetchExport, requestExport } from '../../test/support/export.js';
import { type OpenShop, openShop } from '../../test/support/open-shop.js';
import { compilePrograms, type Program, type Programs } from '../../test/support/programs.js';
import { until } from '../../test/support/settles.js';

let shop: OpenShop;
let programs: Programs;
let workers: Program;

/** @returns the resident memory of a process, in bytes */
const readResidentMemory = ({ pid }: Program) => {
  const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1];
  return Number(pages) * 4096;
};
// The heap is smaller than the exported data, so a process that buffers the data crashes. The V8 compile cache is off,
// because it takes part of the heap.
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=64 --max-semi-space-size=4', NODE_DISABLE_COMPILE_CACHE: '1' };
const startWorkers = () => programs.start('workers', { ...shop.env, ...SMALL_HEAP });

beforeAll(async () => {
  [shop, programs] = await Promise.all([openShop({ mail: true }), compilePrograms()]);
  workers = await startWorkers();
  await aPattern().costing(0).in(shop);
  // The workers load all modules for the first archive. The measured memory growth must not include the modules.
  const person = await aBuyer(shop);
  await fetchExport(shop, person, await requestExport(shop, person));
}, 120_000);
afterAll(async () => {
  await programs?.close();
  await shop?.close();
});

describe('a large archive', () => {
  it('is complete with ten thousand rows, and is built without holding all data in memory', async () => {
    const memory = () => readResidentMemory(workers);
    const figures = await measureExport({
      url: shop.url,
      databaseUrl: shop.config.databaseUrl,
      memory,
      repetitions: 240,
    });

    expect(figures.wrongCounts).toEqual([]);
    expect(figures.rows).toBeGreaterThanOrEqual(10_000);
    expect(figures.contentBytes).toBeGreaterThan(75e6);
    expect(figures.memoryGrowth).toBeLessThan(0.6 * figures.contentBytes);
  }, 180_000);

  it('is built again after the worker that builds it was killed', async () => {
    const figures = measureExport({ url: shop.url, databaseUrl: shop.config.databaseUrl, repetitions: 40 });
    await until('the archive is being built', () =>
      shop.sql.row(`select from export_requests where state = 'running' and started_at < now() - interval '0.1 s'`),
    );
    await workers.kill('SIGKILL');
    expect(await shop.sql.row(`select from export_requests where state = 'running'`)).not.toBeNull();
    workers = await startWorkers();

    expect((await figures).wrongCounts).toEqual([]);
  }, 180_000);
});
