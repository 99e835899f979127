import { short, verdict } from '../figures.ts';
import { type ReadFigures, type ReadRow, type ReadsFigures, type Way, WAYS } from './reads.ts';
import { printTable } from '../table.ts';

const NAMES: Record<Way, string> = {
  ready: 'ready bytes',
  pg: 'node:http + pg',
  stored: 'stored count',
  uncached: 'shop',
  cached: 'shop, cached',
  unchanged: 'shop, 304',
};

const SHARE_OF_PG: Record<string, number> = { detail: 0.6 };
const OTHERWISE = 0.7;
const SHARE_OF_READY = 0.6;
const SLOWER_WITH_SIZE = 1.5;

export function printReads({ rows, checked }: ReadsFigures): void {
  const smallest = Math.min(...rows.map(({ patterns }) => patterns));
  const first = rows.filter(({ patterns }) => patterns === smallest);
  console.log(
    `\nReads at ${count(smallest)} patterns (requests per second, 64 connections, medians of alternating rounds)\n`,
  );
  const cells = (of: (one: ReadFigures) => string) =>
    first.map((row) => [row.name, ...WAYS.map((way) => (row.ways[way] ? of(row.ways[way]) : ''))]);
  const headings = ['', ...WAYS.map((way) => NAMES[way])];
  printTable(
    headings,
    cells(({ perSecond }) => short(perSecond)),
  );
  console.log('\nCPU milliseconds per request, Node + PostgreSQL\n');
  printTable(
    headings,
    cells(({ nodeCpu, postgresCpu }) => `${nodeCpu.toFixed(2)} + ${postgresCpu.toFixed(2)}`),
  );
  console.log('\np50 / p99 in milliseconds, all connections busy\n');
  printTable(
    headings,
    cells(({ p50, p99 }) => `${p50} / ${p99}`),
  );
  console.log('\nShares of the baselines in the same run\n');
  printTable(['', 'bytes', 'shop of pg', 'of stored', 'target', 'cached', '304', 'target'], first.map(shares));
  printSizes(rows, smallest);
  console.log(`\nAll ${count(checked)} responses were compared with the expected one.`);
}

function shares({ name, bytes, ways }: ReadRow): string[] {
  const share = (way: Way, floor: Way) => (ways[way]?.perSecond ?? NaN) / (ways[floor]?.perSecond ?? NaN);
  const shown = (way: Way, floor: Way) => (ways[way] && ways[floor] ? percent(share(way, floor)) : '');
  const target = SHARE_OF_PG[name] ?? OTHERWISE;
  const kept = Math.min(share('cached', 'ready'), share('unchanged', 'ready'));
  return [
    name,
    count(bytes),
    shown('uncached', 'pg'),
    shown('uncached', 'stored'),
    `${percent(target)} of pg ${verdict(share('uncached', 'pg') >= target)}`,
    shown('cached', 'ready'),
    shown('unchanged', 'ready'),
    ways.cached ? `${percent(SHARE_OF_READY)} ${verdict(kept >= SHARE_OF_READY)}` : '',
  ];
}

function printSizes(rows: ReadRow[], smallest: number): void {
  const sizes = [...new Set(rows.map(({ patterns }) => patterns))].filter((size) => size !== smallest);
  if (sizes.length === 0) return;
  const at = (name: string, size: number) => rows.find((row) => row.name === name && row.patterns === size)!;
  console.log(
    `\nThe shop without cache in larger catalogues: p99 in milliseconds and as multiples of that at ${count(smallest)}\n`,
  );
  printTable(
    ['', count(smallest), ...sizes.flatMap((size) => [count(size), '', 'target', 'of pg'])],
    [...new Set(rows.map(({ name }) => name))].map((name) => {
      const base = at(name, smallest).ways.uncached!.p99;
      const cells = sizes.flatMap((size) => {
        const { uncached, pg } = at(name, size).ways;
        const slower = uncached!.p99 / base;
        return [
          String(uncached!.p99),
          `${slower.toFixed(2)}×`,
          verdict(slower <= SLOWER_WITH_SIZE),
          pg ? percent(uncached!.perSecond / pg.perSecond) : '',
        ];
      });
      return [name, String(base), ...cells];
    }),
  );
}

const percent = (share: number): string => `${short(share * 100)} %`;
const count = (number: number): string => number.toLocaleString('en-US');
