import { short, verdict } from '../figures.ts';
import { printTable } from '../table.ts';
import type { ViewFigures } from './views.ts';

const TARGET_PER_SECOND = 4_000;

export function printViews({ accepted, acceptedPerSecond, median, p95, max, expected, counted }: ViewFigures): void {
  console.log(
    `\nViews; every fourth request repeats the previous view (ms; target: ${short(TARGET_PER_SECOND)} accepted per second)\n`,
  );
  printTable(
    ['accepted', 'accepted/s', 'median', 'p95', 'max', 'target'],
    [
      [
        String(accepted),
        short(acceptedPerSecond),
        ...[median, p95, max].map((value) => short(value)),
        verdict(acceptedPerSecond >= TARGET_PER_SECOND),
      ],
    ],
  );
  console.log(`\n${counted} of ${expected} distinct views were counted.`);
}
