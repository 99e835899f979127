import type { Table } from './draft-text';

export interface TableLimits {
  columns: number;
  rows: number;
}

/** Grows a table to a number of rows and columns, but not beyond `max`. */
export function growTable(table: Table, { rows, columns }: TableLimits, max: TableLimits): Table {
  const width = Math.min(max.columns, Math.max(columns, table.columns.length));
  const height = Math.min(max.rows, Math.max(rows, table.rows.length));
  const fill = (row: string[]) => Array.from({ length: width }, (_, index) => row[index] ?? '');
  return {
    columns: fill(table.columns),
    rows: Array.from({ length: height }, (_, index) => fill(table.rows[index] ?? [])),
  };
}

/** Writes a block of cells, starting at `row` and `column`; row 0 is the head. The table grows up to `max`. */
export function writeCells(table: Table, row: number, column: number, block: string[][], max: TableLimits): Table {
  const widest = Math.max(...block.map((line) => line.length));
  const next = growTable(table, { rows: row - 1 + block.length, columns: column + widest }, max);
  const all = [next.columns, ...next.rows];
  for (const [down, line] of block.entries()) {
    for (const [right, text] of line.entries()) {
      const target = all[row + down];
      if (target && column + right < target.length) target[column + right] = text;
    }
  }
  return { columns: all[0]!, rows: all.slice(1) };
}

export const without = <T>(list: T[], index: number): T[] => list.filter((_, position) => position !== index);

export function withoutColumn({ columns, rows }: Table, column: number): Table {
  return { columns: without(columns, column), rows: rows.map((row) => without(row, column)) };
}

/** Parses cells of a spreadsheet from the clipboard. @returns null for a text that fits into one cell */
export function parseCells(text: string): string[][] | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  if (!/[\t\n]/.test(lines)) return null;
  return lines.split('\n').map((line) => line.split('\t').map((cell) => cell.trim()));
}
