import { constants, deflateRawSync } from 'node:zlib';
import { streamRows } from './xref-rows.js';

/**
 * The part of the cross-reference stream (ISO 32000-1, 7.5.8) that is the same in all copies of a master: the rows of the
 * objects in the master. The deflated rows end at a byte boundary. A copy deflates only its own rows and appends them.
 */
export interface PackedTable {
  /**
   * Numbers of the objects in the master, then of those that every tail contains. Each run of consecutive numbers is written
   * as its first number and its length.
   */
  index: string;
  /** Numbers of the objects that every tail contains, ascending. */
  tail: number[];
  /** The deflated rows of the master, without the header and the checksum of a zlib stream. */
  packed: Buffer;
  /** The two sums of the Adler-32 checksum over the rows of the master, before they were deflated. */
  sums: [number, number];
  /** The last row of the master. The first row of a copy is stored as its difference from this row. */
  last: Buffer;
}

const ROW_BYTES = streamRows.rowBytes;
/** The PNG predictor Up: each byte of a row is stored as the difference from the same byte of the previous row. */
const PREDICTOR_UP = 2;
/** Modulus of the Adler-32 checksum. */
const MODULUS = 65521;
/** Header of a zlib stream with the default window and level. */
const ZLIB_HEAD = Buffer.from([0x78, 0x9c]);

/**
 * Deflates the rows of the master's objects.
 * @param rows the xref rows of a plan, by object number
 * @param tail the numbers of the objects that every tail contains
 */
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
 * @param rows the xref rows of one copy, by object number
 * @param firstAdded the lowest number of the objects that only the tail of this copy contains; they have this number and all
 * higher ones
 * @returns the deflated bytes of the copy's whole cross-reference stream
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

/**
 * Applies the predictor to the rows of these objects.
 * @param previousRow the row that is stored before the first of these rows
 * @returns the rows as they are stored, each preceded by a byte that names the predictor, and the last row without the
 * predictor
 */
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

/** @returns the runs of consecutive numbers, each as its first number and its length */
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
