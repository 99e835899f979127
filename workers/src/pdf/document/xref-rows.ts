/** Writes the offsets of objects, in the order of their numbers, for one type of xref. */
export interface XrefRows {
  rowBytes: number;
  /** Rows of `count` free numbers. */
  free(count: number): Buffer;
  /** Byte offset of an uncompressed object; undefined for a free number or one in an object stream. */
  offset(rows: Buffer, number: number): number | undefined;
  write(rows: Buffer, number: number, offset: number): void;
}

const ROW = 20;
const DIGITS = 10;

/** Lines of a classic table: ten digits, the generation, `n` or `f`. */
export const tableRows: XrefRows = {
  rowBytes: ROW,
  free: (count) => Buffer.from('0000000000 00000 f \n'.repeat(count), 'latin1'),
  offset: (rows, number) =>
    rows[ROW * number + 17] === 'n'.charCodeAt(0)
      ? Number(rows.toString('latin1', ROW * number, ROW * number + DIGITS))
      : undefined,
  write(rows, number, offset) {
    let rest = offset;
    for (let at = ROW * number + DIGITS - 1; at >= ROW * number; at--) {
      rows[at] = 48 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    rows[ROW * number + 17] = 'n'.charCodeAt(0);
  },
};

/** Rows with all numbers free. */
export function freeTable(count: number): Buffer {
  const rows = tableRows.free(count);
  rows.write('65535', 11, 'latin1');
  return rows;
}

/** Bytes of an offset, sufficient for every accepted file. */
const WIDTH = 5;
const [IN_FILE, IN_STREAM] = [1, 2];

/** Rows of a cross-reference stream (ISO 32000-1, 7.5.8): kind, offset or object stream, index in that stream. */
export const STREAM_WIDTHS = `[1 ${WIDTH} 1]`;
export const streamRows: XrefRows = {
  rowBytes: WIDTH + 2,
  free: (count) => Buffer.alloc((WIDTH + 2) * count),
  offset: (rows, number) =>
    rows[(WIDTH + 2) * number] === IN_FILE ? rows.readUIntBE((WIDTH + 2) * number + 1, WIDTH) : undefined,
  write: (rows, number, offset) => writeStreamRow(rows, number, IN_FILE, offset, 0),
};

/** Sets an object as number `index` of an object stream. */
export const writeMember = (rows: Buffer, number: number, stream: number, index: number): void =>
  writeStreamRow(rows, number, IN_STREAM, stream, index);

function writeStreamRow(rows: Buffer, number: number, kind: number, value: number, index: number): void {
  const at = (WIDTH + 2) * number;
  rows[at] = kind;
  rows.writeUIntBE(value, at + 1, WIDTH);
  rows[at + 1 + WIDTH] = index;
}
