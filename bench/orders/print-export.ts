import type { ExportFigures } from './export.ts';
import { short, verdict } from '../figures.ts';
import { printTable } from '../table.ts';

const TARGET_SECONDS = 30;
const MB = 1_000_000;

export function printExport({ rows, contentBytes, archiveBytes, seconds }: ExportFigures): void {
  console.log(
    `\nThe archive of one account: time from its request until it can be downloaded (target: ${TARGET_SECONDS} s)\n`,
  );
  printTable(
    ['rows', 'content MB', 'archive MB', 'seconds', 'target'],
    [
      [
        short(rows),
        short(contentBytes / MB),
        short(archiveBytes / MB),
        short(seconds),
        verdict(seconds < TARGET_SECONDS),
      ],
    ],
  );
}
