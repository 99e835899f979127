import { short, verdict } from '../figures.ts';
import type { SearchFigures } from './search.ts';
import { printTable } from '../table.ts';

const TARGET_P95_MS = 50;

export function printSearch({ rows, checked, problems }: SearchFigures): void {
  console.log('\nSearches of one client, without the response cache (ms)\n');
  printTable(
    [
      '',
      'patterns',
      'searches',
      'SQL p50',
      'SQL p95',
      'SQL max',
      'HTTP p50',
      'HTTP p95',
      'HTTP max',
      `p95 < ${TARGET_P95_MS}`,
    ],
    rows.map(({ name, patterns, searches, sql, http }) => [
      name,
      patterns.toLocaleString('en-US'),
      String(searches),
      ...[sql.median, sql.p95, sql.max, http.median, http.p95, http.max].map(short),
      verdict(Math.max(sql.p95, http.p95) < TARGET_P95_MS),
    ]),
  );
  console.log(`\n${checked - problems.length} of ${checked} searches found the expected patterns.`);
}
