import { constants, deflateRawSync } from 'node:zlib';
import { streamRows } from './xref-rows.js';

/**
 * The part of a cross-reference stream that is the same in all copies, deflated to a byte boundary, so that each copy only
 * deflates and appends the rows of its tail.
 */
export interface PackedTable {
  /** All object numbers in row order: first number and count of each run. */
  index: string;
  /** Object numbers of the tail, in order. */
  tail: number[];
  packed: Buffer;
  /** Adler-32 so far, as its two sums. */
  sums: [number, number];
  /** The last row, the predictor of the first row of the tail. */
  last: Buffer;
}

const WIDTH = streamRows.rowBytes;
/** PNG predictor Up: each byte as the difference from the one above. */
const UP = 2;
const MODULUS = 65521;
/** Header of a zlib stream with the default window and level. */
const ZLIB_HEAD = Buffer.from([0x78, 0x9c]);

/** @param tail numbers of the objects behind the master */
export function packTable(rows: Buffer, tail: Set<number>): PackedTable {
  const fixed: number[] = [0];
  for (let number = 1; number * WIDTH < rows.length; number++) {
    if (!tail.has(number) && rows[number * WIDTH] !== 0) fixed.push(number);
  }
  const behind = [...tail].sort((a, b) => a - b);
  const { predicted, last } = predict(rows, fixed, Buffer.alloc(WIDTH));
  return {
    index: `${runs(fixed)} ${runs(behind)}`,
    tail: behind,
    packed: deflateRawSync(predicted, { level: 9, finishFlush: constants.Z_FULL_FLUSH }),
    sums: adler([1, 0], predicted),
    last,
  };
}

/**
 * The bytes of the whole stream for one copy.
 * @param added number of the first object that only this copy has; its objects follow those of the tail
 */
export function tableBytes(table: PackedTable, rows: Buffer, added: number): Buffer {
  const numbers = Array.from({ length: rows.length / WIDTH - added }, (_, index) => added + index);
  const { predicted } = predict(rows, [...table.tail, ...numbers], table.last);
  const [a, b] = adler(table.sums, predicted);
  const sum = Buffer.alloc(4);
  sum.writeUInt16BE(b, 0);
  sum.writeUInt16BE(a, 2);
  return Buffer.concat([ZLIB_HEAD, table.packed, deflateRawSync(predicted), sum]);
}

export const TABLE_FILTER = `/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${WIDTH}>>`;

function predict(rows: Buffer, numbers: number[], before: Buffer): { predicted: Buffer; last: Buffer } {
  const predicted = Buffer.alloc(numbers.length * (WIDTH + 1));
  let last = before;
  numbers.forEach((number, index) => {
    const row = rows.subarray(number * WIDTH, (number + 1) * WIDTH);
    const at = index * (WIDTH + 1);
    predicted[at] = UP;
    for (let byte = 0; byte < WIDTH; byte++) predicted[at + 1 + byte] = row[byte]! - last[byte]!;
    last = row;
  });
  return { predicted, last: Buffer.from(last) };
}

function runs(numbers: number[]): string {
  const found: [first: number, count: number][] = [];
  for (const number of numbers) {
    const run = found.at(-1);
    if (run && run[0] + run[1] === number) run[1]++;
    else found.push([number, 1]);
  }
  return found.flat().join(' ');
}

/** RFC 1950, section 8.2. */
function adler([first, second]: [number, number], bytes: Buffer): [number, number] {
  let [a, b] = [first, second];
  for (const byte of bytes) {
    a = (a + byte) % MODULUS;
    b = (b + a) % MODULUS;
  }
  return [a, b];
}
