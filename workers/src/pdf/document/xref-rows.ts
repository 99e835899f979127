/** Reads and writes the rows of a cross-reference table or stream. The rows are in the order of the object numbers. */
export interface XrefRows {
  rowBytes: number;
  /** @returns the rows of `count` free numbers */
  free(count: number): Buffer;
  /** @returns the byte offset of an object; undefined for a free number and for an object in an object stream */
  offset(rows: Buffer, number: number): number | undefined;
  write(rows: Buffer, number: number, offset: number): void;
}

const ROW = 20;
const DIGITS = 10;

/** Rows of a classic table: ten digits of the offset, the generation, and at position 17 `n` (in use) or `f` (free). */
export const tableRows: XrefRows = {
  rowBytes: ROW,
  free: (count) => Buffer.from('0000000000 00000 f \n'.repeat(count), 'latin1'),
  offset: (rows, number) =>
    rows[ROW * number + 17] === 'n'.charCodeAt(0)
      ? Number(rows.toString('latin1', ROW * number, ROW * number + DIGITS))
      : undefined,
  write(rows, number, offset) {
    let remaining = offset;
    for (let at = ROW * number + DIGITS - 1; at >= ROW * number; at--) {
      rows[at] = 48 + (remaining % 10);
      remaining = Math.floor(remaining / 10);
    }
    rows[ROW * number + 17] = 'n'.charCodeAt(0);
  },
};

/** @returns a classic table in which all numbers are free; the first row has the generation that the format requires */
export function freeTable(count: number): Buffer {
  const rows = tableRows.free(count);
  rows.write('65535', 11, 'latin1');
  return rows;
}

/** Number of bytes of an offset. Five are enough for every accepted file. */
const OFFSET_BYTES = 5;
const [IN_FILE, IN_STREAM] = [1, 2];

/**
 * Widths in bytes of the three fields in a row of a cross-reference stream (ISO 32000-1, 7.5.8): kind of the row; offset of
 * the object, or number of its object stream; index of the object in the object stream.
 */
export const STREAM_WIDTHS = `[1 ${OFFSET_BYTES} 1]`;
export const streamRows: XrefRows = {
  rowBytes: OFFSET_BYTES + 2,
  free: (count) => Buffer.alloc((OFFSET_BYTES + 2) * count),
  offset: (rows, number) =>
    rows[(OFFSET_BYTES + 2) * number] === IN_FILE
      ? rows.readUIntBE((OFFSET_BYTES + 2) * number + 1, OFFSET_BYTES)
      : undefined,
  write: (rows, number, offset) => writeStreamRow(rows, number, IN_FILE, offset, 0),
};

/**
 * Writes the row of an object in an object stream.
 * @param stream the object number of the stream
 * @param index the position in the stream
 */
export const writeMember = (rows: Buffer, number: number, stream: number, index: number): void =>
  writeStreamRow(rows, number, IN_STREAM, stream, index);

function writeStreamRow(rows: Buffer, number: number, kind: number, value: number, index: number): void {
  const at = (OFFSET_BYTES + 2) * number;
  rows[at] = kind;
  rows.writeUIntBE(value, at + 1, OFFSET_BYTES);
  rows[at + 1 + OFFSET_BYTES] = index;
}
