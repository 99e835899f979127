import { constants, deflateRawSync } from 'node:zlib';
import { streamRows } from './xref-rows.js';

/**
 * The part of a cross-reference stream that is the same in all copies of a master. It is deflated up to a byte boundary, so
 * that a copy only has to deflate and append the rows of its tail.
 */
export interface PackedTable {
  /** The object numbers in the order of the rows: first number and count of each run. */
  index: string;
  /** Object numbers of the tail, ascending. */
  tail: number[];
  packed: Buffer;
  /** The two sums of the Adler-32 checksum over the packed rows. */
  sums: [number, number];
  /** The last packed row, which predicts the first row of the tail. */
  last: Buffer;
}

const ROW_BYTES = streamRows.rowBytes;
/** The PNG predictor Up: each byte is stored as the difference from the byte above it. */
const PREDICTOR_UP = 2;
const MODULUS = 65521;
/** Header of a zlib stream with the default window and level. */
const ZLIB_HEAD = Buffer.from([0x78, 0x9c]);

/** @param tail numbers of the objects that follow the master */
export function packTable(rows: Buffer, tail: Set<number>): PackedTable {
  const masterNumbers: number[] = [0];
  for (let number = 1; number * ROW_BYTES < rows.length; number++) {
    if (!tail.has(number) && rows[number * ROW_BYTES] !== 0) masterNumbers.push(number);
  }
  const tailNumbers = [...tail].sort((a, b) => a - b);
  const { predicted, last } = predict(rows, masterNumbers, Buffer.alloc(ROW_BYTES));
  return {
    index: `${formatRuns(masterNumbers)} ${formatRuns(tailNumbers)}`,
    tail: tailNumbers,
    packed: deflateRawSync(predicted, { level: 9, finishFlush: constants.Z_FULL_FLUSH }),
    sums: updateAdler([1, 0], predicted),
    last,
  };
}

/**
 * @returns the bytes of the whole cross-reference stream of one copy
 * @param firstAdded number of the first object that only this copy has; the rows from it on follow those of the tail
 */
export function tableBytes(table: PackedTable, rows: Buffer, firstAdded: number): Buffer {
  const numbers = Array.from({ length: rows.length / ROW_BYTES - firstAdded }, (_, index) => firstAdded + index);
  const { predicted } = predict(rows, [...table.tail, ...numbers], table.last);
  const [a, b] = updateAdler(table.sums, predicted);
  const sum = Buffer.alloc(4);
  sum.writeUInt16BE(b, 0);
  sum.writeUInt16BE(a, 2);
  return Buffer.concat([ZLIB_HEAD, table.packed, deflateRawSync(predicted), sum]);
}

export const TABLE_FILTER = `/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${ROW_BYTES}>>`;

function predict(rows: Buffer, numbers: number[], previousRow: Buffer): { predicted: Buffer; last: Buffer } {
  const predicted = Buffer.alloc(numbers.length * (ROW_BYTES + 1));
  let last = previousRow;
  numbers.forEach((number, index) => {
    const row = rows.subarray(number * ROW_BYTES, (number + 1) * ROW_BYTES);
    const at = index * (ROW_BYTES + 1);
    predicted[at] = PREDICTOR_UP;
    for (let byte = 0; byte < ROW_BYTES; byte++) predicted[at + 1 + byte] = row[byte]! - last[byte]!;
    last = row;
  });
  return { predicted, last: Buffer.from(last) };
}

function formatRuns(numbers: number[]): string {
  const result: [first: number, count: number][] = [];
  for (const number of numbers) {
    const run = result.at(-1);
    if (run && run[0] + run[1] === number) run[1]++;
    else result.push([number, 1]);
  }
  return result.flat().join(' ');
}

/** Continues an Adler-32 checksum (RFC 1950, section 8.2). */
function updateAdler([first, second]: [number, number], bytes: Buffer): [number, number] {
  let [a, b] = [first, second];
  for (const byte of bytes) {
    a = (a + byte) % MODULUS;
    b = (b + a) % MODULUS;
  }
  return [a, b];
}
