import type { EngineFigures, EngineRow } from './engine.ts';
import { megabytes, short, verdict } from '../figures.ts';
import { printTable } from '../table.ts';

const headings = ['file', 'size', 'prepare', 'tail', 'tail size', 'memory duplicate', 'disk duplicate', 'pdf-lib'];
const multiple = (value: number): string => `${value >= 10 ? short(value) : value.toFixed(1)}×`;

/** Prints the milliseconds of each method, then the multiples of the time that a tail takes. */
export function printEngine({ rows }: EngineFigures): void {
  const rounds = Math.min(...rows.map((row) => row.rounds));
  console.log(`\nThe personal tail of a copy (ms, medians of ${rounds} alternating rounds; prepare runs once)\n`);
  printTable(
    headings,
    rows.map((row) => [
      row.name,
      megabytes(row.bytes),
      short(row.prepare),
      row.tail.toFixed(3),
      megabytes(row.tailBytes),
      row.memoryDuplicate.toFixed(3),
      short(row.diskDuplicate),
      short(row.pdfLib),
    ]),
  );
  console.log('\nThe same times as multiples of the tail. Target: a tail takes less time than a duplicate on disk\n');
  printTable(
    ['file', 'tail', 'memory duplicate', 'disk duplicate', 'pdf-lib', 'target'],
    rows.map((row) => [row.name, '1', ...otherMethods(row).map((value) => multiple(value / row.tail)), target(row)]),
  );
}

const otherMethods = ({ memoryDuplicate, diskDuplicate, pdfLib }: EngineRow): number[] => [
  memoryDuplicate,
  diskDuplicate,
  pdfLib,
];
const target = ({ tail, diskDuplicate }: EngineRow): string => verdict(tail < diskDuplicate);
