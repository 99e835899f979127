import { short, verdict } from '../figures.ts';
import { type ReadFigures, type ReadRow, type ReadsFigures, type Variant, VARIANTS } from './reads.ts';
import { printTable } from '../table.ts';

const NAMES: Record<Variant, string> = {
  ready: 'ready bytes',
  pg: 'node:http + pg',
  stored: 'stored count',
  uncached: 'shop',
  cached: 'shop, cached',
  unchanged: 'shop, 304',
};

const MIN_PG_SHARES: Record<string, number> = { detail: 0.6 };
const DEFAULT_MIN_PG_SHARE = 0.7;
const MIN_READY_SHARE = 0.6;
const MAX_SLOWDOWN = 1.5;

export function printReads({ rows, checked }: ReadsFigures): void {
  const smallest = Math.min(...rows.map(({ patterns }) => patterns));
  const smallestRows = rows.filter(({ patterns }) => patterns === smallest);
  console.log(
    `\nReads at ${count(smallest)} patterns (requests per second, 64 connections, medians of alternating rounds)\n`,
  );
  const cells = (format: (figures: ReadFigures) => string) =>
    smallestRows.map((row) => [
      row.name,
      ...VARIANTS.map((variant) => (row.variants[variant] ? format(row.variants[variant]) : '')),
    ]);
  const headings = ['', ...VARIANTS.map((variant) => NAMES[variant])];
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
  console.log('\nRequests per second of the shop as a share of the baselines in the same run\n');
  printTable(
    ['', 'bytes', 'shop / pg', 'shop / stored', 'target', 'cached / ready', '304 / ready', 'target'],
    smallestRows.map(shares),
  );
  printSizes(rows, smallest);
  console.log(`\nAll ${count(checked)} responses were compared with the expected one.`);
}

function shares({ name, bytes, variants }: ReadRow): string[] {
  const share = (variant: Variant, baseline: Variant) =>
    (variants[variant]?.perSecond ?? NaN) / (variants[baseline]?.perSecond ?? NaN);
  const formatShare = (variant: Variant, baseline: Variant) =>
    variants[variant] && variants[baseline] ? percent(share(variant, baseline)) : '';
  const target = MIN_PG_SHARES[name] ?? DEFAULT_MIN_PG_SHARE;
  const lowestShare = Math.min(share('cached', 'ready'), share('unchanged', 'ready'));
  return [
    name,
    count(bytes),
    formatShare('uncached', 'pg'),
    formatShare('uncached', 'stored'),
    `${percent(target)} of pg ${verdict(share('uncached', 'pg') >= target)}`,
    formatShare('cached', 'ready'),
    formatShare('unchanged', 'ready'),
    variants.cached ? `${percent(MIN_READY_SHARE)} ${verdict(lowestShare >= MIN_READY_SHARE)}` : '',
  ];
}

function printSizes(rows: ReadRow[], smallest: number): void {
  const sizes = [...new Set(rows.map(({ patterns }) => patterns))].filter((size) => size !== smallest);
  if (sizes.length === 0) return;
  const at = (name: string, size: number) => rows.find((row) => row.name === name && row.patterns === size)!;
  console.log(
    `\nThe shop without cache in larger catalogues: p99 in milliseconds, and as a multiple of the p99 at ${count(smallest)} patterns\n`,
  );
  printTable(
    ['', count(smallest), ...sizes.flatMap((size) => [count(size), 'multiple', 'target', 'shop / pg'])],
    [...new Set(rows.map(({ name }) => name))].map((name) => {
      const base = at(name, smallest).variants.uncached!.p99;
      const cells = sizes.flatMap((size) => {
        const { uncached, pg } = at(name, size).variants;
        const slower = uncached!.p99 / base;
        return [
          String(uncached!.p99),
          `${slower.toFixed(2)}×`,
          verdict(slower <= MAX_SLOWDOWN),
          pg ? percent(uncached!.perSecond / pg.perSecond) : '',
        ];
      });
      return [name, String(base), ...cells];
    }),
  );
}

const percent = (share: number): string => `${short(share * 100)} %`;
const count = (number: number): string => number.toLocaleString('en-US');
